import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { messageText, userText } from "../../lib/hermes/mod.ts";

test("messageText() flattens content parts (SR-10, last example of SR-15)", () => {
  assertEquals(
    messageText([
      "plot",
      { type: "text", text: "this chart" },
      { type: "image_url" },
      { text: "", caption: "cap" },
      5,
    ]),
    "plot this chart cap",
  );
  assertEquals(messageText("as is"), "as is");
  assertEquals([messageText(null), messageText(7), messageText({ text: "x" })], ["", "", ""]);
});

test("userText() drops blank messages and the host's own (EE-70)", () => {
  for (
    const message of [
      "",
      " \n",
      "[System: note]",
      "[ASYNC DELEGATION done]",
      "Review the conversation above.",
      '[Replying to "x"]  ',
    ]
  ) assertEquals(userText(message), null);
});

test("userText() cuts off the quotation a reply starts with (EE-70)", () => {
  assertEquals(userText('[Replying to "plot this"] in German'), "in German");
  assertEquals(userText("[Replying to nothing"), "[Replying to nothing");
  assertEquals(userText("what does [System] mean?"), "what does [System] mean?");
});
