import * as v from 'valibot'

/** A page that took longer was not looked at. */
const ms = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(600_000)))

/** How a page came and how it answered, each where the browser can tell. */
export const pageMeasures = v.strictObject({
  /** Until the first words or pictures, since the page was asked for. */
  firstPaintMs: ms,
  /** Until the largest of them. */
  largestPaintMs: ms,
  /** The longest that a press or a key waited for what it changed. */
  interactionMs: ms,
  /** The worst burst of things that moved by themselves; 1 is a whole screen by its own height. */
  layoutShift: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1000))),
})

export type PageMeasures = v.InferOutput<typeof pageMeasures>
