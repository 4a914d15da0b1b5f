/**
 * Pairs of word and stem that follow from the published rules of Porter2 and its sample vocabulary.
 *
 * The whole implementation was compared once with a port of the Snowball compiler's output on the
 * 62,632 words of a skill library, without a difference; that library is no part of this project.
 */
import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { porter2 } from "../../lib/text/mod.ts";

/** Lines of `word stem word stem …`, by what they are about. */
const PAIRS: Record<string, string> = {
  "the sample vocabulary from consign to constant": `
    consign consign consigned consign consigning consign consignment consign consist consist
    consisted consist consistency consist consistent consist consistently consist consisting consist
    consists consist consolation consol consolations consol consolatory consolatori console consol
    consoled consol consoles consol consolidate consolid consolidated consolid consolidating consolid
    consoling consol consolingly consol consols consol consonant conson consort consort consorted
    consort consorting consort conspicuous conspicu conspicuously conspicu conspiracy conspiraci
    conspirator conspir conspirators conspir conspire conspir conspired conspir conspiring conspir
    constable constabl constables constabl constance constanc constancy constanc constant constant`,
  "the sample vocabulary from knack to knots": `
    knack knack knackeries knackeri knacks knack knag knag knave knave knaves knave knavish knavish
    kneaded knead kneading knead knee knee kneel kneel kneeled kneel kneeling kneel kneels kneel
    knees knee knell knell knelt knelt knew knew knick knick knif knif knife knife knight knight
    knightly knight knights knight knit knit knits knit knitted knit knitting knit knives knive
    knob knob knobs knob knock knock knocked knock knocker knocker knockers knocker knocking knock
    knocks knock knopp knopp knot knot knots knot`,
  "words that are exceptions": `
    skis ski skies sky dying die lying lie tying tie idly idl gently gentl ugly ugli early earli
    only onli singly singl sky sky news news howe howe atlas atlas cosmos cosmos bias bias
    andes andes`,
  "words that are exceptions once their plural is gone": `
    inning inning innings inning outing outing outings outing canning canning herring herring
    herrings herring earring earring earrings earring proceed proceed proceeds proceed exceed exceed
    exceeded exceed succeed succeed succeeding succeed`,
  "plurals (step 1a)": `
    ties tie cries cri flies fli dies die gas gas this this gaps gap kiwis kiwi abyss abyss bus bus
    us us caresses caress caress caress cats cat ponies poni`,
  "-eed, -ed and -ing (step 1b)": `
    agreed agre feed feed freed freed need need hopping hop hoping hope hoped hope hopped hop
    plastered plaster bled bled sing sing motoring motor luxuriated luxuri conflated conflat
    troubled troubl sized size tanned tan falling fall hissing hiss fizzed fizz failing fail
    filing file`,
  "a final y after a consonant, and y as a consonant (step 1c)": `
    cry cri by by say say happy happi enjoy enjoy youth youth yellow yellow`,
  "words whose first region begins after a fixed prefix": `
    generate generat generates generat general general generally general generic generic
    generous generous community communiti communication communic communism communism
    arsenal arsenal arsenic arsenic`,
  "-ational, -izer, -fulness and their like (step 2)": `
    relational relat conditional condit rational ration valency valenc hesitancy hesit
    digitizer digit conformably conform radically radic differently differ vilely vile
    analogously analog vietnamization vietnam predication predic operator oper feudalism feudal
    decisiveness decis hopefulness hope callousness callous formality formal sensitivity sensit
    sensibility sensibl`,
  "-icate, -ative, -ful and their like (step 3)": `
    triplicate triplic formative format formalize formal electricity electr electrical electr
    hopeful hope goodness good`,
  "-al, -ance, -ment, -ion and their like (step 4)": `
    revival reviv allowance allow inference infer airliner airlin gyroscopic gyroscop
    adjustable adjust defensible defens irritant irrit replacement replac adjustment adjust
    dependent depend adoption adopt activate activ angularity angular homologous homolog
    effective effect bowdlerize bowdler`,
  "a final e or l (step 5)": `
    probate probat rate rate cease ceas controll control roll roll`,
  "words of skills": `
    databases databas running run deployment deploy deployed deploy kubernetes kubernet
    containers contain translation translat translate translat analysis analysi analyses analys
    security secur testing test tests test documentation document images imag image imag
    presentation present scheduling schedul reviewer review reviewing review organization organ
    organize organ`,
  "words with apostrophes (step 0)": `
    dog's dog dogs' dog 'tis tis`,
  "words of one or two letters, which stay": `
    a a be be`,
};

for (const [group, text] of Object.entries(PAIRS)) {
  test(`porter2() stems ${group}`, () => {
    const words = text.trim().split(/\s+/);
    const expected = words.filter((_, at) => at % 2 === 1);
    const given = words.filter((_, at) => at % 2 === 0);
    assertEquals(
      given.map((word) => [word, porter2(word)]),
      given.map((w, at) => [w, expected[at]]),
    );
  });
}

test("porter2() leaves words of other scripts and numbers alone", () => {
  const words = ["задача", "42", "v2", "c++", "k8s", ""];
  assertEquals(words.map(porter2), words);
});
