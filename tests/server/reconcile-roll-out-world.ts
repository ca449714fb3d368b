import { planRollOut } from '../../server/compute/reconcile/roll-out/plan.ts'
import type {
  DeploymentView,
  ReplicaPhase,
  ReplicaView,
  RollOutStep,
  RollOutView,
  ServiceView,
} from '../../server/compute/reconcile/roll-out/roll-out-state.ts'
import type { DeploymentId, ReplicaId } from '../../src/contract/wire/common.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
export type Row = Mutable<ReplicaView> & { isRouted: boolean; isDraining: boolean }
type Deployment = Mutable<DeploymentView> & { isEnded: boolean; isFailed: boolean }

/** Simulates the rows, the engine and the gateway of one instance. */
export class World {
  desiredState: RollOutView['desiredState'] = 'active'
  isClosed = false
  isDeleted = false
  end: string | undefined
  readonly deployments: Deployment[] = []
  readonly rows: Row[] = []
  readonly released: DeploymentId[] = []
  releaseFails = false
  #ids = 0

  deploy(
    services: readonly ServiceView[],
    {
      hasGap = false,
      release = 'none',
      releaseAfter = [],
    }: Partial<Pick<DeploymentView, 'hasGap' | 'release' | 'releaseAfter'>> = {},
  ): void {
    this.#ids += 1
    const number = this.deployments.length + 1
    // An invented id, branded here.
    const id = `deployment ${number}` as DeploymentId
    this.deployments.push({
      id,
      number,
      isServing: false,
      hasGap,
      release,
      releaseAfter,
      services,
      isEnded: false,
      isFailed: false,
    })
  }

  view(): RollOutView {
    return {
      desiredState: this.desiredState,
      isClosed: this.isClosed,
      deployments: this.deployments.filter(({ isEnded }) => !isEnded),
      replicas: this.rows,
    }
  }

  /** Plans and carries out one step, as one transaction, and returns it. */
  pass(): RollOutStep {
    const step = planRollOut(this.view())
    this.#carryOut(step)
    return step
  }

  settle(): RollOutStep[] {
    const steps: RollOutStep[] = []
    for (let count = 0; count < 100; count += 1) {
      const step = this.pass()
      if (step.kind === 'rest') return steps
      steps.push(step)
      if (this.isDeleted) return steps
    }
    throw new Error(`The roll-out does not rest: ${JSON.stringify(steps.slice(-3))}`)
  }

  become(row: Row, phase: ReplicaPhase): void {
    row.phase = phase
    if (phase === 'failed') row.error = { code: 'exited', message: 'Why.' }
    if (phase === 'failed' || phase === 'finished' || phase === 'ended') row.isRouted = false
    else if (this.#deployment(row.deploymentId).isServing) row.isRouted = phase === 'ready'
  }

  /** Lets the engine do what is wanted: starting replicas become ready, and stopped ones end. */
  engineActs(): void {
    for (const row of this.rows) {
      if (!row.isDesired && !['failed', 'finished', 'ended'].includes(row.phase)) this.become(row, 'ended')
      else if (row.isDesired && row.phase === 'starting') this.become(row, 'ready')
    }
  }

  #deployment(id: DeploymentId): Deployment {
    const found = this.deployments.find((deployment) => deployment.id === id)
    if (!found) throw new Error(`There is no ${id}`)
    return found
  }

  #carryOut(step: RollOutStep): void {
    switch (step.kind) {
      case 'createReplicas':
        for (const place of step.places) {
          this.#ids += 1
          this.rows.push({
            ...place,
            id: `replica ${this.#ids}` as ReplicaId, // An invented id, branded here.
            deploymentId: step.deploymentId,
            phase: 'waiting',
            isDesired: true,
            error: null,
            isRouted: false,
            isDraining: false,
          })
        }
        break
      case 'start':
        for (const row of this.rows) if (step.replicas.includes(row.id)) this.become(row, 'starting')
        break
      case 'release': {
        const deployment = this.#deployment(step.deploymentId)
        this.released.push(deployment.id)
        if (this.releaseFails) Object.assign(deployment, { isEnded: true, isFailed: true })
        else deployment.release = 'done'
        break
      }
      case 'switch':
        for (const deployment of this.deployments) {
          if (deployment.isServing) Object.assign(deployment, { isServing: false, isEnded: true })
          if (deployment.id === step.to) deployment.isServing = true
        }
        for (const row of this.rows) {
          row.isDraining = row.isDraining || (row.isRouted && row.deploymentId !== step.to)
          row.isRouted = row.deploymentId === step.to && row.phase === 'ready'
        }
        break
      case 'stop':
        for (const row of this.rows) {
          if (!step.replicas.includes(row.id)) continue
          row.isDesired = false
          row.isRouted = false
          row.isDraining = step.drains
        }
        break
      case 'fail':
        Object.assign(this.#deployment(step.deploymentId), { isEnded: true, isFailed: true })
        break
      case 'supersede':
        this.#deployment(step.deploymentId).isEnded = true
        break
      case 'endInstance':
      case 'closeInstance':
        this.end = step.kind === 'endInstance' ? step.reason.kind : 'closed'
        this.isClosed = true
        for (const deployment of this.deployments) Object.assign(deployment, { isEnded: true, isServing: false })
        break
      case 'deleteInstance':
        this.isDeleted = true
        break
      case 'rest':
        break
    }
  }
}

export const service = (name: string, replicas = 1, startAfter: readonly string[] = []): ServiceView => ({
  name,
  replicas,
  startAfter,
})
