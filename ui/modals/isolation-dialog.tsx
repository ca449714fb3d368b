import { useEffect } from 'react'
import type { MeasuredIsolation, Reach } from '../../src/contract/wire/configuration.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useQuery } from '../hooks/use-query.ts'
import { Button } from '../parts/actions/button.tsx'
import { CopyButton } from '../parts/actions/copy-button.tsx'
import { DescriptionList } from '../parts/facts/description-list.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { Banner } from '../parts/state/banner.tsx'
import type { StatusAppearance } from '../parts/state/status-appearances.ts'
import { StatusMark } from '../parts/state/status-mark.tsx'
import { RelativeTime } from '../parts/text/relative-time.tsx'
import type { DialogOf } from './dialog-of.ts'
import css from './isolation-dialog.module.css'

const COMMAND = 'npm run protect'

const appearances: Record<Reach, StatusAppearance> = {
  blocked: { tone: 'good', shape: 'disc', label: 'Not reachable' },
  reachable: { tone: 'bad', shape: 'alert', label: 'Reachable' },
  unknown: { tone: 'still', shape: 'dash', label: 'Unknown' },
}

const places: [key: keyof Omit<MeasuredIsolation, 'measuredAt'>, term: string][] = [
  ['betweenInstances', 'Other instances'],
  ['host', 'The host machine'],
  ['controlPlane', 'The control plane'],
  ['metadata', 'Cloud metadata service'],
]

/** Shows what instances can reach according to the last probe, and how to restrict it. */
export const IsolationDialog = ({ onClose }: DialogOf<'isolation'>) => {
  const { data, retry } = useQuery('readConfig', {})
  const engines = lastLoaded(data)?.value.engines.filter(({ kind }) => kind === 'docker') ?? []
  const isMeasured = engines.length > 0 && engines.every(({ measured }) => measured !== null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: refetches once, because a long open page has old findings
  useEffect(() => retry(), [])

  return (
    <Dialog
      title="Network access of instances"
      text="Tested by opening connections from inside a container."
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Okay
        </Button>
      }
    >
      {engines.map(
        ({ title, regions, measured }) =>
          measured && (
            <section key={regions.join()}>
              {engines.length > 1 && <h3 className={css.engine}>{`${title} (${regions.join(', ')})`}</h3>}
              <Findings measured={measured} />
            </section>
          ),
      )}
      {!isMeasured && (
        <Banner
          title={engines.length > 1 ? 'Not all engines are tested yet' : 'Not tested yet'}
          actions={
            <Button size="small" busy={data.kind === 'loading'} onClick={retry}>
              Check again
            </Button>
          }
        >
          The first test runs within a minute after the control plane starts.
        </Banner>
      )}
    </Dialog>
  )
}

const Findings = ({ measured }: { measured: MeasuredIsolation }) => (
  <Stack gap={5}>
    <DescriptionList
      facts={[
        ...places.map(([key, term]) => ({ term, value: <StatusMark status={appearances[measured[key]]} /> })),
        { term: 'Last tested', value: <RelativeTime at={measured.measuredAt} /> },
      ]}
    />
    {places.some(([key]) => measured[key] === 'reachable') && (
      <Banner tone="warn" title="Instances can reach more than they should">
        <Stack gap={3}>
          <p>If you operate this installation, run this command as root in its folder. It blocks these connections.</p>
          <div className={css.command}>
            <code>{COMMAND}</code>
            <CopyButton text={COMMAND} label="Copy command" />
          </div>
        </Stack>
      </Banner>
    )}
  </Stack>
)
