import { RotateCcw, Save } from 'lucide-react'
import { useRef } from 'react'
import type { Deployment, Instance } from '../../../src/contract/wire/compute.ts'
import type { SavedConfiguration } from '../../../src/instances/configuration/edited-configuration.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useUrlQuery } from '../../hooks/use-url-query.ts'
import { Button } from '../../parts/actions/button.tsx'
import { ActionBar, Row } from '../../parts/layout/row.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { Text } from '../../parts/text/text.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'
import { UnsavedChangesGuard } from '../../shell/unsaved-changes-guard.tsx'
import { EditedPrice } from '../price/edited-price.tsx'
import { ConflictBanner } from './conflict-banner.tsx'
import { BesideFile } from './file/beside-file.tsx'
import { ProjectNetworkCard } from './project-network-card.tsx'
import { ServiceForm } from './service-form.tsx'
import { ServiceTabs } from './service-tabs.tsx'
import { useConfigurationFile } from './use-configuration-file.ts'
import { useConfigurationForm } from './use-configuration-form.ts'

type ConfigurationEditorProps = {
  instance: Instance
  /** The newest deployment, and its configuration. */
  deployment: Deployment
  saved: SavedConfiguration
}

/** The form of an instance's services. Saving deploys the new configuration. */
export const ConfigurationEditor = ({ instance, deployment, saved }: ConfigurationEditorProps) => {
  const send = useSend()
  const blocked = useBlocked('instances.write')
  const form = useConfigurationForm(saved)
  const conflict = useRef<HTMLDivElement>(null)
  const { query, choose, to } = useUrlQuery()
  const file = useConfigurationFile({
    services: form.services,
    projectNetwork: form.projectNetwork,
    saved: form.base.configuration,
    onRead: form.replace,
  })
  const isFileShown = query.get('file') === 'shown'
  const current = form.services.find(({ key }) => key === query.get('service')) ?? form.services[0]
  if (!current) return null

  const hasErrors = (key: string) => Object.keys(form.errors).some((field) => field.startsWith(`${key} `))
  const save = () => {
    const { configuration, invalidKey } = form.check()
    if (configuration)
      send({
        type: 'ui/modalOpened',
        modal: { kind: 'saveInstanceConfig', id: instance._id, base: form.base, configuration },
      })
    // Shows the first service with an error.
    else if (invalidKey && !hasErrors(current.key)) choose({ service: invalidKey })
  }
  return (
    <Stack gap={5}>
      {blocked !== undefined && <Banner title="You can only look at the configuration">{blocked}</Banner>}
      {form.hasConflict && (
        <div ref={conflict}>
          <ConflictBanner form={form} deployment={deployment} configuration={saved.configuration} />
        </div>
      )}
      {form.errors.services && (
        <Banner tone="bad" title="Check the services">
          {form.errors.services}
        </Banner>
      )}
      <BesideFile
        file={file}
        isShown={isFileShown}
        to={{ form: to({ file: '' }), file: to({ file: 'shown' }) }}
        isReadOnly={blocked !== undefined}
      >
        <ServiceTabs
          services={form.services}
          current={current}
          to={({ key }) => to({ service: key })}
          hasErrors={({ key }) => hasErrors(key)}
          onAdd={() => choose({ service: form.add() })}
        />
        <ServiceForm
          key={current.key}
          form={form}
          serviceKey={current.key}
          region={instance.region}
          projectId={instance.computeProject}
        />
        <ProjectNetworkCard
          region={instance.region}
          host={instance.networkName}
          serviceName={current.name}
          checked={form.projectNetwork}
          onChange={form.joinProjectNetwork}
        />
      </BesideFile>
      {blocked === undefined && (
        <ActionBar>
          <Text as="span" tone="muted">
            {form.hasConflict
              ? `Deployment ${deployment.number} was made meanwhile`
              : form.isChanged
                ? 'Unsaved changes'
                : `As in deployment ${form.base.number}`}
            {!form.hasConflict && (
              <EditedPrice instance={instance} saved={form.base.configuration} services={form.services} />
            )}
          </Text>
          <Row wrap>
            {form.hasConflict && (
              <Button onClick={() => conflict.current?.scrollIntoView({ block: 'center' })}>See what changed</Button>
            )}
            {form.isChanged && (
              <Button icon={<RotateCcw />} onClick={form.discard}>
                Discard changes
              </Button>
            )}
            <MayButton
              may="instances.write"
              variant="primary"
              icon={<Save />}
              disabled={!form.isChanged || form.hasConflict || file.isLocking || instance.desiredState === 'deleted'}
              onClick={save}
            >
              Save and deploy
            </MayButton>
          </Row>
        </ActionBar>
      )}
      {form.isChanged && <UnsavedChangesGuard what="Your changes to the configuration are not saved." />}
    </Stack>
  )
}
