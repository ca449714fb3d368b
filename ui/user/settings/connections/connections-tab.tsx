import { selectUser } from '../../../../src/organizations/organizations.ts'
import { useSelected } from '../../../hooks/use-selected.ts'
import { Stack } from '../../../parts/layout/stack.tsx'
import { LoginsCard } from './logins-card.tsx'
import { RepositoriesCard } from './repositories-card.tsx'
import { SecurityLogCard } from './security-log-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export const ConnectionsTab = () => {
  const user = useSelected(selectUser)
  if (!user) return null
  return (
    <Stack gap={5}>
      <LoginsCard user={user} />
      <RepositoriesCard />
      <SessionsCard />
      <SecurityLogCard />
    </Stack>
  )
}
