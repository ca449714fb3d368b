import type { avatarCalls } from '../../../src/contract/calls/avatar-calls.ts'
import type { Handlers } from '../../http/handler.ts'
import { personOf } from '../../http/person-of.ts'
import type { Store } from '../../store/connection.ts'
import { keepAvatar } from './keep-avatar.ts'

export const avatarHandlers = ({ db }: Pick<Store, 'db'>): Handlers<keyof typeof avatarCalls> => ({
  uploadAvatar: async ({ caller, input: { file } }) => ({
    avatar: await keepAvatar(db, personOf(caller).userId, file),
  }),
})
