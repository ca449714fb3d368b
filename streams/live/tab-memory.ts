import type { LiveSaid, Wants } from './live-said.ts'
import { TopicCursors } from './topic-cursors.ts'

/** What a tab makes of what is said: each packet once and in order, and the topics of which some are lost. */
export type LiveHeard =
  | Exclude<LiveSaid, { kind: 'watching' | 'alive' }>
  | { kind: 'missed'; topic: string; from: number }

interface Heard {
  readonly fresh: LiveHeard | null
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
  want(wanted: Readonly<Record<string, { after: number }>>, heard: (topic: string) => boolean): void {
    this.#topics = Object.keys(wanted).filter(heard)
    for (const [topic, { after }] of Object.entries(wanted)) this.#cursors.begin(topic, after)
  }

  wants(): Wants {
    return this.#cursors.wants(this.#topics)
  }

  hear(said: LiveSaid): Heard {
    switch (said.kind) {
      case 'packets': {
        const { topic } = said
        if (!this.#topics.includes(topic)) return only(null)
        const { fresh, hasGap } = this.#cursors.receive(topic, said.packets)
        return { fresh: fresh.length > 0 ? { kind: 'packets', topic, packets: fresh } : null, hasGap }
      }
      case 'watching': {
        const { topic, after, from } = said
        // A tab that is further back than what was asked for has lost nothing yet: it asks for itself.
        return only(from > after && this.#cursors.skipTo(topic, from) ? { kind: 'missed', topic, from } : null)
      }
      case 'alive':
        if (said.lastNotified !== null) this.#isNews(said.lastNotified)
        return only(null)
      case 'notified':
        return only(this.#isNews(said.notification.sequence) ? said : null)
      default:
        return only(said)
    }
  }

  #isNews(sequence: number): boolean {
    const isNews = this.#lastNotified === null || sequence > this.#lastNotified
    if (isNews) this.#lastNotified = sequence
    return isNews
  }
}

const only = (fresh: LiveHeard | null): Heard => ({ fresh, hasGap: false })
