import type { Drain } from '../contract/wire/drains/drain.ts'
import { rowsOf } from '../core/shards.ts'
import type { Drains } from './drains.ts'

export const selectDrains = (state: { drains: Drains }): Drains => state.drains

/** An organisation's log drains, by name. */
export const drainsOf = ({ shards }: Pick<Drains, 'shards'>, organizationId: string): Drain[] =>
  rowsOf(shards)
    .filter((drain) => drain.organizationId === organizationId)
    .sort((a, b) => a.name.localeCompare(b.name))
