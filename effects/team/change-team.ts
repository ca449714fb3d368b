import { from, merge, of, switchMap, take } from 'rxjs'
import { messagesFrom } from '../../src/core/messages.ts'
import type { Message } from '../../src/message.ts'
import type { Effect } from '../deps.ts'

/** Few change a team: the code for it is fetched with the first press, and then hears of it. */
export const changeTeam: Effect = (messages, deps) =>
  messages.of('ui/membersInvited', 'ui/membersRemoved').pipe(
    take(1),
    switchMap((first) =>
      from(import('./ask-for-many.ts')).pipe(
        switchMap(({ inviteMembers, removeMembers }) => {
          const heard = messagesFrom<Message>(merge(of(first), messages.all$))
          return merge(inviteMembers(heard, deps), removeMembers(heard, deps))
        }),
      ),
    ),
  )
