import { useUrlQuery } from '../../../hooks/use-url-query.ts'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { BesideFile } from '../../configuration/file/beside-file.tsx'
import { ProjectNetworkCard } from '../../configuration/project-network-card.tsx'
import { ServiceForm } from '../../configuration/service-form.tsx'
import { ServiceTabs } from '../../configuration/service-tabs.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { StepHeading } from '../steps/step-heading.tsx'
import { RegistryCard } from '../template/registry-card.tsx'
import { ServicesVersionField } from '../template/version-field.tsx'
import { useCurrentService } from './use-current-service.ts'

/** Every field of every service, beside the same as a file. */
export const ServiceSettings = ({ deploy }: { deploy: Deploy }) => {
  const { settings, services, change, fieldError, rejected, catalogue, project } = deploy
  const { current, tabs } = useCurrentService(deploy)
  const { query, to } = useUrlQuery()
  const isFileShown = query.get('file') === 'shown'
  return (
    <Stack gap={5}>
      <StepHeading title="How should it run?" text="The services of an instance reach each other by their names." />
      <TextField
        label="Name"
        hint="Used in its link. If you rename the instance later, the link stays the same."
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        value={settings.name}
        error={fieldError('name')}
        onChange={(event) => change({ name: event.target.value })}
      />
      {catalogue.template && <ServicesVersionField deploy={deploy} template={catalogue.template} />}
      {services.errors.services && (
        <Banner tone="bad" title="Check the services">
          {services.errors.services}
        </Banner>
      )}
      {catalogue.template?.configuration && (
        <Text tone="muted">Passwords that you leave out are generated, and the services are connected.</Text>
      )}
      <BesideFile
        file={services.file}
        isShown={isFileShown}
        to={{ form: to({ file: '' }), file: to({ file: 'shown' }) }}
        rejected={rejected}
      >
        {current && (
          <>
            <ServiceTabs current={current} {...tabs} />
            <ServiceForm
              key={current.key}
              form={services}
              serviceKey={current.key}
              region={catalogue.region?.region ?? ''}
              projectId={project._id}
            />
            <ProjectNetworkCard
              region={catalogue.region?.region ?? ''}
              serviceName={current.name}
              checked={services.projectNetwork}
              onChange={services.joinProjectNetwork}
            />
          </>
        )}
      </BesideFile>
      <RegistryCard deploy={deploy} />
    </Stack>
  )
}
