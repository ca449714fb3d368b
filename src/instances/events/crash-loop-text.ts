import type { Instance } from '../../contract/wire/compute.ts'

/** What to show beside the state of an instance whose program exits again and again; empty for none. */
export const crashLoopText = ({ error, desiredState }: Pick<Instance, 'error' | 'desiredState'>): string =>
  error?.code === 'crashLoop' && desiredState === 'active' ? 'In a crash loop' : ''
