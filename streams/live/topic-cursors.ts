import type { Packet, Subscriptions } from './channel-message.ts'

/** What one tab has seen of each topic. Whatever arrives, each packet is let through once and in order. */
export class TopicCursors {
  readonly #seen = new Map<string, number>()

  /** The cursor of a topic, which begins `after` where the tab never saw it. */
  begin(topic: string, after: number): number {
    const seen = this.#seen.get(topic) ?? after
    this.#seen.set(topic, seen)
    return seen
  }

  subscriptions(topics: Iterable<string>): Subscriptions {
    return Object.fromEntries([...topics].map((topic) => [topic, this.#seen.get(topic) ?? 0]))
  }

  /** The packets that hold something new, and whether some in between are missing and must be asked for. */
  receive(topic: string, packets: readonly Packet[]): { fresh: Packet[]; hasGap: boolean } {
    const fresh: Packet[] = []
    let seen = this.#seen.get(topic)
    if (seen === undefined) return { fresh, hasGap: false }
    for (const packet of packets) {
      if (packet.sequence <= seen) continue
      if ((packet.first ?? packet.sequence) > seen + 1) return this.#keep(topic, seen, fresh, true)
      fresh.push(packet)
      seen = packet.sequence
    }
    return this.#keep(topic, seen, fresh, false)
  }

  /** The server goes on after `from`: true when packets that this tab has not seen are gone for good. */
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
