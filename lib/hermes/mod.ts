/**
 * How do agents talk to this program? The hook server of Hermes, and one-shot shell hooks.
 * @module
 */
export * from "./claude_transcript.ts";
export * from "./connection.ts";
export * from "./conversation.ts";
export * from "./excerpt.ts";
export * from "./history.ts";
export * from "./lines.ts";
export * from "./material.ts";
export * from "./message.ts";
export * from "./protocol.ts";
export * from "./replay.ts";
export * from "./retriever.ts";
export * from "./server.ts";
export * from "./sessions.ts";
export * from "./shell_hook.ts";
export * from "./turn.ts";
