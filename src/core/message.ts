/** A fact in the past tense. Its type starts with the sender: `ui/closePressed`. */
export interface AnyMessage {
  readonly type: string
}

export type MessageOf<M extends AnyMessage, T extends M['type']> = Extract<M, { type: T }>

/** The messages of one sender. */
export type MessageFrom<M extends AnyMessage, Speaker extends string> = Extract<M, { type: `${Speaker}/${string}` }>
