import { test } from "node:test";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { readWishes } from "../../lib/text/mod.ts";

/** Message → what it rules out, what it doubts and what it wants, blanks and stops joined. */
const read = (message: string) => {
  const { wanted, excluded, doubted } = readWishes(message);
  const plain = (text: string) => text.split(/[\s.,]+/).filter(Boolean).join(" ");
  return [message, plain(excluded), plain(doubted), plain(wanted)];
};

/** Checks rows of message, excluded, doubted, wanted. */
function check(rows: readonly (readonly string[])[]): void {
  assertEquals(rows.map(([message]) => read(message!)), rows);
}

test("readWishes() leaves a message without exclusions as it is", () => {
  for (
    const message of ["", "What is docker?", "notes on docker, please.", "写周报", "週報を書いて"]
  ) {
    assertEquals(readWishes(message), { wanted: message, excluded: "", doubted: "" });
  }
});

test("readWishes() takes out what English rules out, up to a stop or a new wish", () => {
  check([
    ["resize the photos but don't use docker", "docker", "", "resize the photos but"],
    ["Don’t use docker", "docker", "", ""],
    ["dont run docker, just systemd", "docker", "", "just systemd"],
    ["do not use docker and use podman", "docker", "", "and use podman"],
    ["write tests without using mocks. Then commit", "mocks", "", "write tests Then commit"],
    ["never call the weather API", "the weather API", "", ""],
    ["stop using docker but use podman", "docker", "", "but use podman"],
    ["no need to run the linter", "the linter", "", ""],
    ["use podman instead of docker", "docker", "", "use podman"],
    ["use podman rather than using docker; thanks", "docker", "", "use podman ; thanks"],
  ]);
});

test("readWishes() takes out what Chinese rules out", () => {
  check([
    ["不要用docker，用podman", "docker", "", "，用podman"],
    ["不想再用 Docker 部署", "Docker 部署", "", ""],
    ["别用excel", "excel", "", ""],
    ["无需使用日历。写周报", "日历", "", "。写周报"],
    ["请不必调用天气接口", "天气接口", "", "请"],
  ]);
});

test("readWishes() takes out the word before a Japanese or Korean exclusion", () => {
  check([
    ["Docker ではなく Podman で", "Docker", "", "Podman で"],
    ["dockerを使わずにデプロイ", "docker", "", "デプロイ"],
    ["Excel以外で表を作って", "Excel", "", "表を作って"],
    ["これじゃなくてあれ", "これ", "", "あれ"],
    ["도커 말고 포드맨으로", "도커", "", "포드맨으로"],
    ["도커를 사용하지 않고 배포", "도커", "", "배포"],
    ["docker 대신 podman", "docker", "", "podman"],
  ]);
});

test("readWishes() keeps what a message only doubts", () => {
  check([
    ["not the report, the invoice", "", "the report", "not the report the invoice"],
    ["skip the tests", "", "the tests", "skip the tests"],
    ["all except invoices", "", "invoices", "all except invoices"],
    ["这不是发票", "", "发票", "这不是发票"],
    ["除了发票", "", "发票", "除了发票"],
  ]);
});

test("readWishes() rules out what one asks not to do, and still reads it", () => {
  check([
    ["sum it up, but don't send a mail", "send a mail", "", "sum it up but don't send a mail"],
    ["Don't send it yet", "send it yet", "", "Don't send it yet"],
    ["no chart, just tell me", "chart", "chart", "no chart just tell me"],
    ["no emails please", "emails please", "emails please", "no emails please"],
    [
      "Not the word-reports skill, use slide-deck",
      "word-reports skill",
      "the word-reports skill",
      "Not the word-reports skill use slide-deck",
    ],
    ["别写周报", "写周报", "写周报", "别写周报"],
    ["メールは送らないで、要約だけ", "メール", "", "、要約だけ"],
    ["이메일은 보내지 말고 요약만", "이메일", "", "요약만"],
  ]);
});

test("readWishes() takes no statement and no reminder for an order not to do something", () => {
  for (
    const message of [
      "I don't know how to use charts",
      "don't forget to mail Bob",
      "don't worry about the tests",
      "please don't just list them",
    ]
  ) assertEquals([message, readWishes(message).excluded], [message, ""]);
});

test("readWishes() finds no exclusion in a Chinese word that ends in 别, nor in a question", () => {
  check([
    ["识别用户意图", "", "", "识别用户意图"],
    ["识别图片里的文字", "", "", "识别图片里的文字"],
    ["特别用于报表", "", "", "特别用于报表"],
    ["按类别用颜色标出", "", "", "按类别用颜色标出"],
    ["翻译给别人看", "", "", "翻译给别人看"],
    ["要不要用docker", "", "", "要不要用docker"],
    ["这是不是发票", "", "", "这是不是发票"],
  ]);
});

test("readWishes() finds several exclusions", () => {
  check([["don't use docker, don't use podman, use systemd", "docker podman", "", "use systemd"]]);
});

test("readWishes() wants nothing but what the message says", () => {
  const words = fc.constantFrom(
    "don't",
    "use",
    "not",
    "instead of",
    "docker",
    "不要",
    "用",
    "말고",
    "a",
    ".",
    ",",
  );
  fc.assert(fc.property(fc.array(words), (parts) => {
    const message = parts.join(" ");
    const { wanted } = readWishes(message);
    for (const word of wanted.split(/[\s.]+/)) assertEquals(message.includes(word), true);
  }));
});
