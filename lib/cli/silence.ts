/**
 * Why nothing, or not everything that fits, is shown to the agent: in words.
 */
import type { TurnOutcome } from "../hermes/mod.ts";

/** Why a fitting skill is left out. */
export const WITHHELD = {
  loaded: "loaded in this conversation",
  shown: "shown before, and the topic was not left since",
} as const;

/** Why nothing is shown, as the end of a sentence. */
export function whySilent({ silence, ranking }: TurnOutcome): string {
  switch (silence) {
    case null:
      return "";
    case "no message":
      return "the message holds no words of the user";
    case "nothing asked":
      return "the message holds pasted material alone";
    case "index not seen":
      return "the index of the session was not seen yet";
    case "all known":
      return "every skill that fits is in the conversation";
    case "not loadable":
      return "no skill that fits can be loaded";
    case "nothing fits": {
      const judge = ranking?.rerank?.applied ? ranking.rerank.judge : null;
      if (judge !== null) return `judge ${judge} takes none of the skills as fitting`;
      const best = ranking?.results[0];
      if (best === undefined) return "no visible skill shares a term with the message";
      return best.confidence === null
        ? "no skill fits well enough"
        : `no skill fits well enough (best: ${best.id}, ${Math.round(best.confidence * 100)} %)`;
    }
  }
}
