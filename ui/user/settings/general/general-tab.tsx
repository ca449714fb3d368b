import { selectUser } from '../../../../src/organizations/organizations.ts'
import { useSelected } from '../../../app/use-selected.ts'
import { Grid } from '../../../parts/layout/grid.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { IdentityCard } from './identity-card.tsx'
import { PersonCard } from './person-card.tsx'
import { ProfileForm } from './profile-form.tsx'

export const GeneralTab = () => {
  const user = useSelected(selectUser)
  if (!user) return null
  return (
    <Grid columns="aside">
      <ProfileForm user={user} />
      <Stack gap={4}>
        <PersonCard user={user} />
        <IdentityCard user={user} />
      </Stack>
    </Grid>
  )
}
