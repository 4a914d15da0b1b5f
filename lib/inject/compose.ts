/**
 * The whole of what is said with a message: the hint, and where a hard trigger names
 * a skill, its text.
 */
import type { Hit } from "../rank/mod.ts";
import { renderRouting } from "./autoload.ts";
import { lengthOf } from "./cut.ts";
import { type Block, type BlockLayout, HOST_LIMIT_CHARACTERS, renderBlock } from "./render.ts";

/** The skill that a message names by a hard trigger. */
export interface TriggeredHit {
  id: string;
  trigger: string;
  /** The block with its text (`renderAutoload`), or null where the hint has to do. */
  handedOver: string | null;
  /** Whether the hint for it is a heading and a note of its own (EE-71), not a line among others. */
  strongHint: boolean;
}

/** A block, and the skill whose text is in it. */
export interface ComposedBlock extends Block {
  autoloaded: Hit | null;
}

const GAP = "\n\n";

/**
 * Composes what is said of hits, best first. The text of a skill stands last, since anything may be in
 * it; the others are hinted at as far as there is room before it.
 * @returns null when nothing is left to say
 */
export function composeBlock(
  hits: readonly Hit[],
  layout: BlockLayout,
  triggered: TriggeredHit | null,
): ComposedBlock | null {
  const first = hits.find(({ id }) => id === triggered?.id);
  if (first === undefined || triggered === null) return hinted(hits, layout);
  const { trigger, handedOver, strongHint } = triggered;
  if (handedOver !== null) {
    const room = HOST_LIMIT_CHARACTERS - lengthOf(handedOver) - lengthOf(GAP);
    const rest = renderBlock(hits.filter((hit) => hit !== first), layout, room);
    return {
      text: rest === null ? handedOver : rest.text + GAP + handedOver,
      shown: [first, ...rest?.shown ?? []],
      autoloaded: first,
    };
  }
  const hint = strongHint ? renderRouting(first, trigger, layout.tool) : null;
  return hint === null ? hinted(hits, layout) : { text: hint, shown: [first], autoloaded: null };
}

function hinted(hits: readonly Hit[], layout: BlockLayout): ComposedBlock | null {
  const block = renderBlock(hits, layout);
  return block === null ? null : { ...block, autoloaded: null };
}
