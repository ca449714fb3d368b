import { useTitle } from '../hooks/use-title.ts'
import { Card } from '../parts/layout/card.tsx'
import { PageBody } from '../parts/layout/page-body.tsx'
import { PageHeader } from '../parts/navigation/page-header.tsx'
import { Frame } from '../shell/frame/frame.tsx'
import css from './create-organization-page.module.css'
import { OrganizationForm } from './organization-form.tsx'

export const CreateOrganizationPage = () => {
  useTitle('New organisation')
  return (
    <Frame>
      <PageBody width="form">
        <div className={css.column}>
          <PageHeader
            title="New organisation"
            text="Projects, instances and bills belong to an organisation. You own the ones that you create."
          />
          <Card>
            <OrganizationForm />
          </Card>
        </div>
      </PageBody>
    </Frame>
  )
}
