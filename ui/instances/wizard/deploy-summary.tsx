import { Rocket } from 'lucide-react'
import { type DeployStep, deploySteps } from '../../../src/instances/deploy-errors.ts'
import { formatSize } from '../../../src/rules/format-size.ts'
import { shownPrices } from '../../../src/rules/pricing/shown-prices.ts'
import { Button } from '../../parts/actions/button.tsx'
import { DescriptionList } from '../../parts/facts/description-list.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { Price } from '../../parts/text/price.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'
import type { Deploy } from './deploy/use-deploy.ts'
import css from './deploy-summary.module.css'
import { QuotaNotice } from './quota-notice.tsx'
import { useNeedsContainers } from './use-needs-containers.ts'

type DeploySummaryProps = { deploy: Deploy; canDeploy: boolean }

/** Beside every step: the choices, the price and the next button. */
export const DeploySummary = ({ deploy, canDeploy }: DeploySummaryProps) => {
  const { catalogue, choice, price, quota, goToStep, deploy: start, isReady, isRunning } = deploy
  const [lacking] = Object.values(deploy.lacking)
  const needsContainers = useNeedsContainers(deploy)
  const at = deploySteps.indexOf(choice.step)
  const before: DeployStep | undefined = deploySteps[at - 1]
  const after: DeployStep | undefined = deploySteps[at + 1]
  return (
    <aside className={css.summary} aria-label="Summary">
      <div className={css.choices}>
        <DescriptionList
          layout="narrow"
          facts={[
            { term: 'What', value: whatOf(deploy) },
            { term: 'Where', value: catalogue.region?.title ?? <SkeletonText width="word" /> },
            deploy.isEmpty
              ? { term: 'Size', value: '–' }
              : deploy.totals
                ? { term: 'Size', value: formatSize(deploy.totals) }
                : { term: 'Plan', value: planOf(deploy) },
          ]}
        />
      </div>
      <DeployPrice deploy={deploy} />
      {lacking !== undefined && (
        <div className={css.notice}>
          <Banner tone="warn" title="Not available">
            {lacking}
          </Banner>
        </div>
      )}
      {price.isUnknown && (
        <div className={css.notice}>
          <Banner title="Capacity is not known">
            The engine of {catalogue.region?.title ?? 'the region'} cannot be reached at present. The instance starts
            when it can, if there is enough capacity.
          </Banner>
        </div>
      )}
      {quota && (quota.exceeded || quota.scarce.length > 0) && (
        <div className={css.notice}>
          <QuotaNotice quota={quota} />
        </div>
      )}
      {needsContainers && (
        <div className={css.notice}>
          <Banner tone="warn" title="Not supported in this region">
            This region runs built-in images only. Choose another region, or install Docker or Podman and restart the
            server.
          </Banner>
        </div>
      )}
      <div className={css.buttons}>
        {before && <Button onClick={() => goToStep(choice.step, before)}>Back</Button>}
        {after ? (
          <MayButton
            may="instances.write"
            variant="primary"
            wide
            disabled={!isReady || (deploy.isEmpty && deploy.services.file.text.trim() === '')}
            onClick={() => goToStep(choice.step, after)}
          >
            Continue
          </MayButton>
        ) : (
          <MayButton
            may="instances.write"
            variant="primary"
            wide
            icon={<Rocket />}
            busy={isRunning}
            disabled={!isReady || !canDeploy || lacking !== undefined}
            onClick={start}
          >
            Deploy
          </MayButton>
        )}
      </div>
    </aside>
  )
}

const whatOf = ({ catalogue, image, hasServices, services }: Deploy): string => {
  if (catalogue.template) return catalogue.template.name
  const names = services.services.map(({ name }) => name).filter((name) => name !== '')
  return (hasServices ? names.join(', ') : image) || 'Not chosen yet'
}

/** No plan is chosen where none fits. */
const hasNoPlan = ({ catalogue, totals }: Deploy): boolean =>
  totals === null && catalogue.offer === null && !catalogue.isLoading

const planOf = (deploy: Deploy) =>
  hasNoPlan(deploy) ? 'None chosen' : (deploy.catalogue.offer?.name ?? <SkeletonText width="word" />)

const keptNote = (keepsStorage: boolean): string =>
  keepsStorage
    ? 'While it runs. A closed instance costs only what it keeps: volumes and static addresses.'
    : 'While it runs. A closed instance costs nothing.'

const DeployPrice = ({ deploy }: { deploy: Deploy }) => {
  const { price, choice, isEmpty } = deploy
  const { dailyMicros, isConfirmed, keepsStorage } = price
  const [headline, ...details] = dailyMicros === null ? [] : shownPrices(choice.type, dailyMicros)
  if (isEmpty) return <p className={css.note}>The price is shown once the file describes a service.</p>
  if (hasNoPlan(deploy)) return <p className={css.note}>The price is shown once a plan is chosen.</p>
  return (
    <div className={css.price}>
      <span className={css.monthly} aria-live="polite">
        {headline ? <Price {...headline} /> : <SkeletonText width="word" />}
      </span>
      <span className={css.detail}>
        {details.map((detail) => (
          <Price key={detail.per} {...detail} />
        ))}
      </span>
      <span className={css.note}>{isConfirmed ? keptNote(keepsStorage) : 'Confirming the price…'}</span>
    </div>
  )
}
