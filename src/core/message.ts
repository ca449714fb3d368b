/** A fact in the past tense. Its type starts with the sender: `ui/closePressed`. */
export interface AnyMessage {
  readonly type: string
}

/** By type, so that the type checker looks a message up: `Extract` compares each with all. */
type ByType<M extends AnyMessage> = { [One in M as One['type']]: One }

export type MessageOf<M extends AnyMessage, T extends M['type']> = ByType<M>[T]

/** The messages of one sender. */
export type MessageFrom<M extends AnyMessage, Speaker extends string> = Extract<M, { type: `${Speaker}/${string}` }>
