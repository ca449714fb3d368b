import type { MemberWithRole, RoleGroup } from '../contract/wire/role.ts'

/** A member with what a search looks through, made once: thousands are searched with every letter. */
export interface SearchableMember {
  member: MemberWithRole
  searchableText: string
}

export const searchable = (members: readonly MemberWithRole[]): readonly SearchableMember[] =>
  members.map((member) => ({
    member,
    searchableText: `${member.name}\n${member.username}\n${member.email ?? ''}`.toLowerCase(),
  }))

/** Those in whom every word of the search is found; an empty role stands for all. */
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
