import * as v from 'valibot'

/** A page that took longer was probably in the background. */
const ms = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(600_000)))

/** Loading and responsiveness of a page; each value is present if the browser can measure it. */
export const pageMeasures = v.strictObject({
  /** From the request of the page to the first text or image. */
  firstPaintMs: ms,
  /** From the request of the page to the largest text or image. */
  largestPaintMs: ms,
  /** The longest delay from a press or a key to the resulting change. */
  interactionMs: ms,
  /** The worst burst of layout shifts; 1 is the whole screen moving by its own height. */
  layoutShift: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1000))),
})

export type PageMeasures = v.InferOutput<typeof pageMeasures>
