import { selectUser } from '../../../../src/organizations/organizations.ts'
import { useSelected } from '../../../hooks/use-selected.ts'
import { Grid } from '../../../parts/layout/grid.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { IdentityCard } from './identity-card.tsx'
import { ProfileForm } from './profile-form.tsx'
import { UserCard } from './user-card.tsx'

export const GeneralTab = () => {
  const user = useSelected(selectUser)
  if (!user) return null
  return (
    <Grid columns="aside">
      <ProfileForm user={user} />
      <Stack gap={4}>
        <UserCard user={user} />
        <IdentityCard user={user} />
      </Stack>
    </Grid>
  )
}
