import type { CallMessage } from '../contract/call-message.ts'
import { isQuery } from '../contract/call-names.ts'
import type { ResponseOf, UnaryName } from '../contract/contract.ts'
import type { Kind, KindName } from '../contract/kinds/kinds.ts'
import type { OrganizationPacket, RowOf } from '../contract/live.ts'
import {
  applyChange,
  type Entities,
  type Entity,
  hold,
  release,
  remove,
  setHeld,
  trim,
  upsert,
} from '../core/entities.ts'
import type { Handlers } from '../core/slice.ts'

/** The entities of a kind that each response holds. */
export type RowsOf<Row> = { readonly [N in UnaryName]?: (response: ResponseOf<N>) => readonly Row[] }

interface OrganizationChanged {
  type: 'socket/organizationChanged'
  packets: readonly OrganizationPacket[]
}

interface QueryMessage {
  input: object
  response: never
}

/** The handlers of a kind's slice: what responses and events say of its entities, and which of them views hold. */
export const entityHandlers = <N extends KindName>(
  { name, readOne }: Extract<Kind, { name: N }>,
  rowsOf: RowsOf<RowOf<N>>,
): Handlers<Entities<RowOf<N>>, CallMessage | OrganizationChanged> => ({
  ...Object.assign(
    {},
    ...Object.entries(rowsOf).map(([call, rows]) => ({
      // The name of the call types its response.
      [`api/${call}.succeeded`]: (entities: Entities<Entity>, { input, response }: QueryMessage) => {
        const received = rows(response) as readonly Entity[]
        for (const row of received) upsert(entities, row)
        setHeld(
          entities,
          queryOf(call, input),
          received.map(({ _id }) => _id),
        )
      },
      ...(isQuery(call as UnaryName) && {
        [`ui/${call}.subscribed`]: (entities: Entities<Entity>, { input }: QueryMessage) =>
          hold(entities, queryOf(call, input), call === readOne && 'id' in input ? [String(input.id)] : []),
        [`ui/${call}.unsubscribed`]: (entities: Entities<Entity>, { input }: QueryMessage) =>
          release(entities, queryOf(call, input)),
      }),
    })),
  ),
  'socket/organizationChanged': (draft: unknown, { packets }: OrganizationChanged) => {
    // Events of this kind hold rows of this kind.
    const entities = draft as Entities<Entity>
    for (const { event } of packets) {
      if (event.kind === `${name}Created` && 'row' in event) upsert(entities, event.row)
      if (event.kind === `${name}Changed` && 'changes' in event) applyChange(entities, event as never)
      if (event.kind === `${name}Removed` && 'id' in event) remove(entities, event.id)
    }
    trim(entities)
  },
})

/** One name for a query, whatever the order of its input's fields. */
const queryOf = (call: string, input: object): string => [call, ...Object.entries(input).map(String).sort()].join(' ')
