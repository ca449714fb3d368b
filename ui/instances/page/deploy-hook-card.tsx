import { Webhook } from 'lucide-react'
import type { ResponseOf } from '../../../src/contract/contract.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { DescriptionList } from '../../parts/facts/description-list.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text } from '../../parts/text/text.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'

/** The secret address that redeploys an instance. */
export const DeployHookCard = ({ instance: { _id: id, desiredState } }: { instance: Instance }) => {
  const send = useSend()
  const blocked = useBlocked('instances.write')
  const { data, retry } = useQuery('readDeployHook', blocked === undefined ? { id } : null)
  const hook = lastLoaded(data)?.value.deployHook
  const create = () =>
    send({ type: 'ui/modalOpened', modal: { kind: 'createDeployHook', id, isReplacement: Boolean(hook) } })
  return (
    <Card
      title="Deploy hook"
      text="A secret address for a registry or a script: a request to it fetches the images again and redeploys."
      actions={
        <>
          {hook && (
            <MayButton
              may="instances.write"
              onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'deleteDeployHook', id } })}
            >
              Delete hook
            </MayButton>
          )}
          <MayButton may="instances.write" icon={<Webhook />} disabled={desiredState === 'deleted'} onClick={create}>
            {hook ? 'Replace hook' : 'Create hook'}
          </MayButton>
        </>
      }
    >
      {blocked === undefined && (
        <Remote
          data={data}
          retry={retry}
          title="The deploy hook could not be loaded"
          loading={<SkeletonText lines={2} />}
        >
          {({ deployHook }) => <HookFacts hook={deployHook} />}
        </Remote>
      )}
    </Card>
  )
}

const HookFacts = ({ hook }: { hook: ResponseOf<'readDeployHook'>['deployHook'] }) =>
  hook ? (
    <DescriptionList
      facts={[
        { term: 'Created', value: <RelativeTime at={hook.createdAt} /> },
        { term: 'Signature', value: hook.signatureRequired ? 'Required' : 'Checked if there is one' },
        { term: 'Last used', value: hook.lastUsedAt ? <RelativeTime at={hook.lastUsedAt} /> : 'Never' },
        ...(hook.lastResult === '' ? [] : [{ term: 'Last result', value: hook.lastResult }]),
      ]}
    />
  ) : (
    <Text size="sm" tone="muted">
      No deploy hook. The documentation has examples for curl, Docker Hub, GitHub, GitLab and Harbor.
    </Text>
  )
