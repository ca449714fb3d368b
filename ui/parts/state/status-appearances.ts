import type { Tone } from './badge.tsx'

export type Shape = 'disc' | 'ring' | 'arc' | 'cross' | 'alert' | 'dash'

export type StatusAppearance = { tone: Tone; shape: Shape; label: string }

/** All states, as the server spells them, and the transitions that only the console shows. */
export const statusAppearances = {
  Active: { tone: 'good', shape: 'disc', label: 'Active' },
  Starting: { tone: 'info', shape: 'arc', label: 'Starting' },
  Closed: { tone: 'still', shape: 'ring', label: 'Closed' },
  'Failed-start': { tone: 'bad', shape: 'cross', label: 'Failed to start' },
  asleep: { tone: 'info', shape: 'ring', label: 'Asleep' },
  closing: { tone: 'still', shape: 'arc', label: 'Closing…' },
  deleting: { tone: 'bad', shape: 'arc', label: 'Deleting…' },
  restarting: { tone: 'info', shape: 'arc', label: 'Restarting…' },
  updating: { tone: 'info', shape: 'arc', label: 'Updating…' },
  unhealthy: { tone: 'warn', shape: 'alert', label: 'Unhealthy' },
  Deployed: { tone: 'good', shape: 'disc', label: 'Deployed' },
  Failed: { tone: 'bad', shape: 'cross', label: 'Failed' },
  Deprecated: { tone: 'still', shape: 'ring', label: 'Deprecated' },
  'Deprecated-Provider': { tone: 'warn', shape: 'alert', label: 'Deprecated (provider)' },
  Pending: { tone: 'info', shape: 'arc', label: 'Pending' },
  Queued: { tone: 'still', shape: 'dash', label: 'Queued' },
  PROVISIONED: { tone: 'info', shape: 'disc', label: 'Provisioned' },
  unknown: { tone: 'still', shape: 'dash', label: 'Unknown' },
} as const satisfies Record<string, StatusAppearance>

export type Status = keyof typeof statusAppearances
