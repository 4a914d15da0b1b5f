/**
 * Words that carry no evidence: function words and the fillers of chat.
 *
 * Written for this project. Words of other European languages are listed only where they are no
 * content word of English.
 */

const ENGLISH = `
a about above across actually after again against ago all almost along already also although always
am among an and another any anybody anyone anything anyway are aren around as ask at away back be
became because become been before behind being below beside besides between both but by came can
cannot could couldn d did didn do does doesn doing don done down during each either else enough etc
even ever every everybody everyone everything few first for from further gave get gets getting give
given gives giving go goes going gone gonna got gotten had hadn has hasn have haven having he hello
help helps helped helping her here hers herself hey hi him himself his how however i if in indeed
instead into is isn it its itself just keep kept kind know known let lets like ll lot lots m made
make makes making many may maybe me mean means might mine more most much must my myself need needed
needing needs neither never new next no nobody none nor not nothing now of off ok okay on once one
ones only onto or other others otherwise ought our ours ourselves out over own per perhaps please
possible pretty put quite rather re really right s said same say says see seem seems several shall
she should shouldn show since so some somebody somehow someone something sometimes somewhere soon
still stuff such sure t take taken takes taking tell than thank thanks that the their theirs them
themselves then there therefore these they thing things think this those though through thru thus
till to today together too toward towards trying try two under unless until up upon us use used
useful user users uses using usually ve very via wanna want wanted wants was wasn way ways we well
went were weren what whatever when whenever where whether which while who whole whom whose why will
wish with within without won would wouldn yeah yes yet you your yours yourself yourselves
http https www com
`;

const OTHER_LANGUAGES = `
der das und ist nicht ich du wir ihr sie ein eine einen einem einer zu mit auf für von dem den des
im bitte mir mich kann kannst wie wenn oder aber sich auch noch nur
le les une des du et est dans pour avec sur que qui je tu nous vous ils elles ce cette mon mes ses
aux ne pas peux pouvez moi svp
el los las una unos unas y es en con por para del al que mi mis tu su sus como quiero puedes necesito
o os as um uma uns umas e em com por para do da dos das no na nos nas que meu minha como quero
il lo gli uno di che non per con del della dei delle nel sono mio mia voglio puoi
и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по ее мне было вот от
меня еще нет о из ему при для мы их чем была это этот эта эти
`;

/** All stop words, lower case, without accents. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (ENGLISH + OTHER_LANGUAGES).normalize("NFD").replace(/\p{M}/gu, "").split(/\s+/).filter(Boolean),
);
