import type { Packet, Subscriptions } from './channel-message.ts'

/** The position of one tab in each topic. Lets each packet through once and in order. */
export class TopicCursors {
  readonly #seen = new Map<string, number>()

  /** Returns the cursor of a topic, which starts at `after` if the tab has not seen the topic yet. */
  begin(topic: string, after: number): number {
    const seen = this.#seen.get(topic) ?? after
    this.#seen.set(topic, seen)
    return seen
  }

  subscriptions(topics: Iterable<string>): Subscriptions {
    return Object.fromEntries([...topics].map((topic) => [topic, this.#seen.get(topic) ?? 0]))
  }

  /** Returns the new packets, and whether packets in between are missing and must be requested. */
  receive(topic: string, packets: readonly Packet[]): { fresh: Packet[]; hasGap: boolean } {
    const fresh: Packet[] = []
    let seen = this.#seen.get(topic)
    if (seen === undefined) return { fresh, hasGap: false }
    for (const packet of packets) {
      const first = packet.first ?? packet.sequence
      const isTransient = first > packet.sequence
      if (packet.sequence <= seen && !isTransient) continue
      if (first > seen + 1) return this.#keep(topic, seen, fresh, true)
      fresh.push(packet)
      seen = Math.max(seen, packet.sequence)
    }
    return this.#keep(topic, seen, fresh, false)
  }

  /** Moves the cursor to `from`, where the server continues; returns whether this tab has lost packets. */
  skipTo(topic: string, from: number): boolean {
    const seen = this.#seen.get(topic)
    if (seen === undefined || from <= seen) return false
    this.#seen.set(topic, from)
    return true
  }

  #keep(topic: string, seen: number, fresh: Packet[], hasGap: boolean) {
    this.#seen.set(topic, seen)
    return { fresh, hasGap }
  }
}
