import type { Tone } from './tone.ts'

export type Shape = 'disc' | 'ring' | 'arc' | 'cross' | 'alert' | 'dash'

export type StatusLook = { tone: Tone; shape: Shape; word: string }

/** Every state that the product names, as the server spells it, and the passing ones that only a screen has. */
export const statusLooks = {
  Active: { tone: 'good', shape: 'disc', word: 'Active' },
  Starting: { tone: 'info', shape: 'arc', word: 'Starting' },
  Closed: { tone: 'still', shape: 'ring', word: 'Closed' },
  'Failed-start': { tone: 'bad', shape: 'cross', word: 'Failed to start' },
  closing: { tone: 'still', shape: 'arc', word: 'Closing…' },
  deleting: { tone: 'bad', shape: 'arc', word: 'Deleting…' },
  restarting: { tone: 'info', shape: 'arc', word: 'Restarting…' },
  updating: { tone: 'info', shape: 'arc', word: 'Updating…' },
  unhealthy: { tone: 'warn', shape: 'alert', word: 'Unhealthy' },
  Deployed: { tone: 'good', shape: 'disc', word: 'Deployed' },
  Failed: { tone: 'bad', shape: 'cross', word: 'Failed' },
  Deprecated: { tone: 'still', shape: 'ring', word: 'Deprecated' },
  'Deprecated-Provider': { tone: 'still', shape: 'ring', word: 'Deprecated' },
  Pending: { tone: 'info', shape: 'arc', word: 'Pending' },
  Queued: { tone: 'still', shape: 'dash', word: 'Queued' },
  PROVISIONED: { tone: 'info', shape: 'disc', word: 'Provisioned' },
  unknown: { tone: 'still', shape: 'dash', word: 'Unknown' },
} as const satisfies Record<string, StatusLook>

export type Status = keyof typeof statusLooks
