import { test } from "node:test";
import fc from "fast-check";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { jevJudgement, jevRequest } from "../../lib/rerank/jev.ts";
import { repeatedKey } from "../../lib/rerank/repeated_key.ts";
import { JudgeError, type Question } from "../../lib/rerank/mod.ts";
import { jevAnswer, type JevBody } from "./_jev_server.ts";

const QUESTION: Question = {
  query: "plot a chart",
  candidates: [{ id: "data/chart", description: "Plots." }, { id: "__proto__", description: "" }],
  timeoutMs: 1_000,
};

test("jevRequest() asks one question a candidate in one body (SR-91)", () => {
  const body = JSON.parse(JSON.stringify(jevRequest(QUESTION, "jev-latest"))) as JevBody;
  assertEquals(Object.keys(body), ["state", "model", "questions"]);
  assertEquals(Object.entries(body.state.skills), [["data/chart", "Plots."], ["__proto__", ""]]);
  assertEquals([body.state.user_query, body.model], ["plot a chart", "jev-latest"]);
  assertEquals(Object.keys(body.questions), ["rel_data/chart", "rel___proto__"]);
  for (const question of Object.values(body.questions)) {
    assertEquals(Object.keys(question), ["type", "instructions", "criteria"]);
    assertEquals([question.type, Object.keys(question.criteria)], ["noul", ["true", "false"]]);
    assert(question.instructions.length > 50);
  }
});

test("jevJudgement() reads noul or probability, numbers or texts of them (SR-92)", () => {
  const read = (first: unknown, second: unknown) =>
    jevJudgement(
      JSON.stringify({
        answers: { "rel_data/chart": first, "rel___proto__": second },
        usage: { input_tokens: 12 },
      }),
      QUESTION,
    );
  assertEquals(read({ noul: 0.95 }, { probability: 0.2, noul: 0.9 }), {
    probabilities: [0.95, 0.2],
    inputTokens: 12,
  });
  assertEquals(read({ noul: "0.5" }, { noul: " 1e-1 " }).probabilities, [0.5, 0.1]);
  assertEquals(read({ noul: 0 }, { noul: 1 }).probabilities, [0, 1]);
  assertEquals(
    jevJudgement(
      JSON.stringify({ answers: { "rel_data/chart": { noul: 1 }, "rel___proto__": { noul: 0 } } }),
      QUESTION,
    ).inputTokens,
    0,
  );
});

test("jevJudgement() is voided by one bad answer (SR-93, SR-A123)", () => {
  const candidates = [{ id: "a", description: "" }, { id: "b", description: "" }];
  const reason = (text: string) => {
    const error = assertThrows(
      () => jevJudgement(text, { ...QUESTION, candidates }),
      JudgeError,
    ) as JudgeError;
    return error.reason;
  };
  const answered = (a: unknown, b: unknown = 0.5) => JSON.stringify(jevAnswer({ a, b }));
  assertEquals(reason(JSON.stringify(jevAnswer({ a: 0.5 }))), "missing answer for b");
  assertEquals(reason("{}"), "missing answer for a");
  assertEquals(reason("null"), "missing answer for a");
  assertEquals(reason('{"answers":{"rel_a":0.5,"rel_b":0.5}}'), "missing answer for a");
  for (const bad of [null, "high", "", true, [], {}, "NaN", "0x1", "Infinity"]) {
    assertEquals(reason(answered(bad)), "non-numeric probability for a", String(bad));
  }
  for (const bad of [1.2, -0.01, "1.0001", 1e300]) {
    assertEquals(reason(answered(0.5, bad)), "out-of-range probability for b");
  }
  assertEquals(
    reason(JSON.stringify(jevAnswer({ a: 0.5, b: 0.5, c: 0.5 }))),
    "an answer to a question that was not asked",
  );
  assertEquals(
    reason('{"answers":{"rel_a":{"noul":0.1},"rel_b":{"noul":0.1},"rel_\\u0061":{"noul":0.9}}}'),
    "repeated answer for a",
  );
  for (const text of ["", "<html>", '{"answers":', '{"answers":{"rel_a":{"noul":NaN}}}']) {
    assertEquals(reason(text), "SyntaxError: the answer is no JSON document");
  }
});

test("repeatedKey() finds a key that stands twice in one object, whatever else there is", () => {
  assertEquals(repeatedKey('{"a":1,"b":{"a":2},"c":[{"a":1},{"a":2}]}'), null);
  assertEquals(repeatedKey('{"a":"\\"a\\":","b":"{","c":1}'), null);
  assertEquals(repeatedKey('{"x":{"a":1,"\\u0061":2}}'), "a");
  fc.assert(fc.property(fc.json(), (text) => {
    assertEquals(repeatedKey(text), null);
  }));
});
