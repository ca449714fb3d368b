import * as v from 'valibot'
import { email, profileFields, type User } from '../../../../src/contract/wire/account.ts'

export interface ProfileFields {
  username: string
  name: string
  email: string
  avatar: string | null
}

const { username, name } = v.required(v.pick(profileFields, ['username', 'name'])).entries

/** An address that cannot be changed is not validated: it may be of an earlier format. */
export const schema = (mayEditEmail: boolean) =>
  v.object({
    username,
    name,
    email: mayEditEmail ? v.union([v.literal(''), email]) : v.string(),
    avatar: v.nullable(v.string()),
  })

export const profileOf = ({ platformProfile: { username, name, email, avatar } }: User): ProfileFields => ({
  username,
  name,
  email: email ?? '',
  avatar,
})
