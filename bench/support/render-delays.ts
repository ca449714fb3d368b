import type { Page } from '@playwright/test'

declare global {
  interface Window {
    renderDelays?: number[]
  }
}

export interface DelayProbe {
  /** A selector for the elements that contain the texts. */
  within: string
  /** The text's pattern; its only group is the time of writing, in milliseconds since 1970 or ISO 8601. */
  pattern: string
}

/** Records inside the page the delay from the writing of each text to its first appearance. */
export const recordDelays = (page: Page, probe: DelayProbe): Promise<void> =>
  page.evaluate(({ within, pattern }) => {
    const delays: number[] = []
    window.renderDelays = delays
    const text = new RegExp(pattern)
    const seen = new Set<string>()
    new MutationObserver(() => {
      const nowMs = performance.timeOrigin + performance.now()
      for (const element of document.querySelectorAll(within)) {
        const [whole, at] = text.exec(element.textContent ?? '') ?? []
        if (whole === undefined || at === undefined || seen.has(whole)) continue
        seen.add(whole)
        delays.push(nowMs - (/^\d+$/.test(at) ? Number(at) : Date.parse(at)))
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, probe)

export const readDelays = (page: Page): Promise<number[]> => page.evaluate(() => window.renderDelays ?? [])
