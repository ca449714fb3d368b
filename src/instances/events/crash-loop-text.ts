import type { Instance } from '../../contract/wire/compute.ts'

/** The text beside the state of an instance in a crash loop; empty for other instances. */
export const crashLoopText = ({ error, desiredState }: Pick<Instance, 'error' | 'desiredState'>): string =>
  error?.code === 'crashLoop' && desiredState === 'active' ? 'In a crash loop' : ''
