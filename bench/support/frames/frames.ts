import type { Page } from '@playwright/test'

declare global {
  interface Window {
    frameTimes?: number[]
    longTasks?: number[]
  }
}

/** Starts to record every frame and every task of more than 50 ms. */
export const recordFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const frames: number[] = []
    const tasks: number[] = []
    window.frameTimes = frames
    window.longTasks = tasks
    const frame = (atMs: number) => {
      frames.push(atMs)
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ entryTypes: ['longtask'] })
  })

/** Resolves with the average frames per second, the worst second, and the sum of long tasks in ms. */
export const readFrames = async (page: Page): Promise<{ average: number; worst: number; longTasksMs: number }> => {
  const { frames, tasks } = await page.evaluate(() => ({
    frames: window.frameTimes ?? [],
    tasks: window.longTasks ?? [],
  }))
  const first = frames[0] ?? 0
  const seconds = ((frames.at(-1) ?? 0) - first) / 1000
  const bySecond = new Array<number>(Math.floor(seconds)).fill(0)
  for (const atMs of frames) {
    const second = Math.floor((atMs - first) / 1000)
    if (second < bySecond.length) bySecond[second] = (bySecond[second] ?? 0) + 1
  }
  return {
    average: (frames.length - 1) / seconds,
    worst: Math.min(...bySecond),
    longTasksMs: tasks.reduce((sum, ms) => sum + ms, 0),
  }
}
