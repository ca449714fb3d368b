import type { LeaderMessage, Subscriptions } from './channel-message.ts'
import { TopicCursors } from './topic-cursors.ts'

/** An update for this tab: each packet once and in order, and topics with lost packets. */
export type LiveUpdate =
  | Exclude<LeaderMessage, { kind: 'watching' | 'alive' }>
  | { kind: 'missed'; topic: string; from: number }

interface ReceiveResult {
  readonly fresh: LiveUpdate | null
  /** Packets in between are missing and must be requested. */
  readonly hasGap: boolean
}

/** The subscriptions and cursors of one tab. Lets each packet and notification through once, whichever tab sends it. */
export class TabMemory {
  readonly #cursors = new TopicCursors()
  #topics: readonly string[] = []
  #lastNotified: number | null = null

  get lastNotified(): number | null {
    return this.#lastNotified
  }

  /** Sets the topics to let through: those in `subscribed` that `isReceived` accepts. Cursors are kept for good. */
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
        // If `from` equals `after`, nothing is lost: a tab with an older cursor requests its own packets.
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
