import type { User } from '../../../../src/contract/wire/account.ts'
import { Avatar } from '../../../parts/frame/avatar.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Row } from '../../../parts/layout/row.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { RelativeTime } from '../../../parts/text/relative-time.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { longDateText } from '../../../parts/text/time-text.ts'

/** The user as others see them. */
export const UserCard = ({ user: { platformProfile, createdAt, organizations } }: { user: User }) => {
  const { name, username, email, avatar } = platformProfile
  const count = organizations.length
  return (
    <Card>
      <Stack gap={4}>
        <Row gap={3} align="center">
          <Avatar name={name || username} image={avatar ?? undefined} size="large" />
          <Stack gap={1}>
            <Text as="strong" size="lg">
              {name}
            </Text>
            <Text tone="muted">{username}</Text>
          </Stack>
        </Row>
        <Stack gap={2}>
          {email && <Text>{email}</Text>}
          <Text tone="muted" size="sm">
            Joined {longDateText(Date.parse(createdAt))} (<RelativeTime at={createdAt} />)
          </Text>
          <Text tone="muted" size="sm">
            Collaborated on {count} {count === 1 ? 'organisation' : 'organisations'}
          </Text>
        </Stack>
      </Stack>
    </Card>
  )
}
