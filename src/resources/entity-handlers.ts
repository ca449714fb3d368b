import type { CallMessage } from '../contract/call-message.ts'
import type { PlainName, ResponseOf } from '../contract/contract.ts'
import type { KindName } from '../contract/kinds.ts'
import type { OrganizationPacket, RowOf } from '../contract/live.ts'
import { applyChange, type Entities, type Entity, remove, upsert } from '../core/entities.ts'
import type { Handlers } from '../core/slice.ts'

/** The entities of a kind that each response holds. */
export type RowsOf<Row> = { readonly [N in PlainName]?: (response: ResponseOf<N>) => readonly Row[] }

interface OrganizationChanged {
  type: 'socket/organizationChanged'
  packets: readonly OrganizationPacket[]
}

/** The handlers of a kind's slice: what responses and events say of its entities. */
export const entityHandlers = <N extends KindName>(
  name: N,
  rowsOf: RowsOf<RowOf<N>>,
): Handlers<Entities<RowOf<N>>, CallMessage | OrganizationChanged> => ({
  ...Object.fromEntries(
    Object.entries(rowsOf).map(([call, rows]) => [
      `api/${call}.succeeded`,
      // The name of the call types its response.
      (entities: Entities<Entity>, { response }: { response: never }) => {
        for (const row of rows(response) as readonly Entity[]) upsert(entities, row)
      },
    ]),
  ),
  'socket/organizationChanged': (draft, { packets }) => {
    // Events of this kind hold rows of this kind.
    const entities = draft as Entities<Entity>
    for (const { event } of packets) {
      if (event.kind === `${name}Created` && 'row' in event) upsert(entities, event.row)
      if (event.kind === `${name}Changed` && 'changes' in event) applyChange(entities, event as never)
      if (event.kind === `${name}Removed` && 'id' in event) remove(entities, event.id)
    }
  },
})
