import type { LeaderMessage, Subscriptions } from './channel-message.ts'
import { TopicCursors } from './topic-cursors.ts'

/** What a tab makes of what is said: each packet once and in order, and the topics of which some are lost. */
export type LiveUpdate =
  | Exclude<LeaderMessage, { kind: 'watching' | 'alive' }>
  | { kind: 'missed'; topic: string; from: number }

interface ReceiveResult {
  readonly fresh: LiveUpdate | null
  /** Something in between is missing and must be asked for. */
  readonly hasGap: boolean
}

/** What one tab wants and has seen. Whoever says it, and however often, each thing is let through once. */
export class TabMemory {
  readonly #cursors = new TopicCursors()
  #topics: readonly string[] = []
  #lastNotified: number | null = null

  get lastNotified(): number | null {
    return this.#lastNotified
  }

  /** Of the `wanted` topics only the `heard` ones are let through from now on; each has a cursor of its own for good. */
  setTopics(subscribed: Readonly<Record<string, { after: number }>>, isReceived: (topic: string) => boolean): void {
    this.#topics = Object.keys(subscribed).filter(isReceived)
    for (const [topic, { after }] of Object.entries(subscribed)) this.#cursors.begin(topic, after)
  }

  subscriptions(): Subscriptions {
    return this.#cursors.subscriptions(this.#topics)
  }

  handle(message: LeaderMessage): ReceiveResult {
    switch (message.kind) {
      case 'packets': {
        const { topic } = message
        if (!this.#topics.includes(topic)) return only(null)
        const { fresh, hasGap } = this.#cursors.receive(topic, message.packets)
        return { fresh: fresh.length > 0 ? { kind: 'packets', topic, packets: fresh } : null, hasGap }
      }
      case 'watching': {
        const { topic, after, from } = message
        // A tab that is further back than what was asked for has lost nothing yet: it asks for itself.
        return only(from > after && this.#cursors.skipTo(topic, from) ? { kind: 'missed', topic, from } : null)
      }
      case 'alive':
        if (message.lastNotified !== null) this.#isUnseen(message.lastNotified)
        return only(null)
      case 'notified':
        return only(this.#isUnseen(message.notification.sequence) ? message : null)
      default:
        return only(message)
    }
  }

  #isUnseen(sequence: number): boolean {
    const isUnseen = this.#lastNotified === null || sequence > this.#lastNotified
    if (isUnseen) this.#lastNotified = sequence
    return isUnseen
  }
}

const only = (fresh: LiveUpdate | null): ReceiveResult => ({ fresh, hasGap: false })
