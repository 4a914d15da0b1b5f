import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { isComparison } from "../../lib/text/mod.ts";

test("isComparison() knows questions that weigh two things, in four languages", () => {
  for (
    const text of [
      "Python vs Java for web dev?",
      "tabs versus spaces",
      "Is tea better for you, or coffee?",
      "做网站开发用 Python 还是 Java？",
      "Web開発にはPythonとJavaのどちらがいい？",
      "웹 개발에 Python이 나을까 Java가 나을까?",
    ]
  ) assertEquals(isComparison(text), true, text);
});

test("isComparison() leaves requests alone", () => {
  for (
    const text of [
      "Convert this report to PDF or Word",
      "Deploy the service. Python vs Java does not matter.",
      "make a chart of sales versus\ncosts",
      "帮我做一个网站",
      "Pythonでグラフを作って",
      "차트를 그려줘",
      `draw up a table, ${"with many columns, ".repeat(6)}tea vs coffee`,
    ]
  ) assertEquals(isComparison(text), false, text);
});
