const DAY_MS = 86_400_000

/** The lifetimes of an API token in days; null: no expiry. */
export const tokenExpiries = [
  { label: '1 Day', days: 1 },
  { label: '7 Days', days: 7 },
  { label: '30 Days', days: 30 },
  { label: '60 Days', days: 60 },
  { label: '90 Days', days: 90 },
  { label: '180 Days', days: 180 },
  { label: '1 Year', days: 365 },
  { label: 'No Expiration', days: null },
] as const

export type TokenExpiry = (typeof tokenExpiries)[number]['label']

/** Returns the expiry time in the API's format. */
export const expiresAtOf = (chosen: TokenExpiry, nowMs: number): string | null => {
  const days = tokenExpiries.find(({ label }) => label === chosen)?.days ?? null
  return days === null ? null : new Date(nowMs + days * DAY_MS).toISOString()
}
