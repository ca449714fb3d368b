import type { MemberWithRole, RoleGroup } from '../contract/wire/role.ts'

/** A member with its search text, computed once because thousands are searched on every keystroke. */
export interface SearchableMember {
  member: MemberWithRole
  searchableText: string
}

export const searchable = (members: readonly MemberWithRole[]): readonly SearchableMember[] =>
  members.map((member) => ({
    member,
    searchableText: `${member.name}\n${member.username}\n${member.email ?? ''}`.toLowerCase(),
  }))

/** Returns the members that match every word of the search; an empty role matches all. */
export const filterMembers = (
  all: readonly SearchableMember[],
  { search, role }: { search: string; role: RoleGroup | '' },
): readonly MemberWithRole[] => {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean)
  return all
    .filter(
      ({ member, searchableText }) =>
        (role === '' || member.roleGroup === role) && terms.every((word) => searchableText.includes(word)),
    )
    .map(({ member }) => member)
}
