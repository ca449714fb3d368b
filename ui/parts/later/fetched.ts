import { fetchLostStyles } from './lost-styles.ts'

const WAITS_MS = [300, 1200]

/** Code is asked for again when the way to the server was broken for a moment; a last failure is thrown. */
export const fetched = async <T>(load: () => Promise<T>, attempt = 0): Promise<T> => {
  try {
    const [code] = await Promise.all([load(), fetchLostStyles()])
    return code
  } catch (error) {
    const waitMs = WAITS_MS[attempt]
    if (waitMs === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    return fetched(load, attempt + 1)
  }
}
