import { resume, stopForFunds } from '../../server/compute/funds/stop-for-funds.ts'
import type { InputOf } from '../../src/contract/contract.ts'
import type { InstanceId, ProjectId } from '../../src/contract/wire/common.ts'
import type { ComputeHarness } from './compute-harness.ts'
import { until } from './until.ts'

const GIB = 1024 ** 3
const SETTLES_MS = 30_000
const size = { cpuMilli: 100, memoryBytes: 128 * 1024 ** 2, storageBytes: 512 * 1024 ** 2 }
const port = { containerPort: 8080, protocol: 'tcp', exposure: 'public' } as const

interface Billed {
  subject: 'replica' | 'volume' | 'snapshot' | 'address'
  project: ProjectId
  price: number
}

interface Ship {
  project: ProjectId
  isActive: boolean
  isDedicated: boolean
}

/**
 * Performs changes through the API, and keeps a naive list of what is billed meanwhile: a running replica, a volume, a
 * snapshot, an address.
 */
export async function usageModel(harness: ComputeHarness) {
  const { organizationId, call } = harness
  const [first, second] = [await newProject(), await newProject()]
  const projects = [first, second]
  const used = new Map<ProjectId, number>(projects.map((id) => [id, 0]))
  const billed = new Map<string, Billed>()
  const ships = new Map<InstanceId, Ship>()
  const archived = new Set<ProjectId>()
  const stopped = new Set<InstanceId>()
  let isStopped = false
  let count = 0
  let highest = 0

  const priceOf = async (resources: object) =>
    (await call('readPrice', { region: 'us-west', ...resources })).resourceDailyCost
  const [replicaPrice, addressPrice] = [
    await priceOf({
      cpuRequested: size.cpuMilli,
      memoryRequested: size.memoryBytes,
      ephemeralStorageRequested: size.storageBytes,
    }),
    await priceOf({ ipsRequested: 1 }),
  ]
  const volumePrice = (bytes: number) => priceOf({ ssdPersStorageRequested: bytes })

  async function newProject(): Promise<ProjectId> {
    return (await call('createProject', { organizationId, name: 'Counted' }))._id
  }
  const pick = <T>(items: readonly T[], place: number): T | undefined => items[place % items.length]
  const shipsThat = (matches: (ship: Ship) => boolean) => [...ships].filter(([, ship]) => matches(ship))
  const isOpen = ({ project }: { project: ProjectId }) => !archived.has(project)

  /** A replica and a dedicated address are billed while an instance runs. */
  function setActive(id: InstanceId, isActive: boolean): void {
    const ship = ships.get(id)
    if (!ship) return
    ship.isActive = isActive
    const { project } = ship
    for (const subject of ship.isDedicated ? (['replica', 'address'] as const) : (['replica'] as const)) {
      if (isActive)
        billed.set(`${subject} ${id}`, { subject, project, price: subject === 'replica' ? replicaPrice : addressPrice })
      else billed.delete(`${subject} ${id}`)
    }
  }

  async function deploy(place: number, more: object, isDedicated = false): Promise<InstanceId | undefined> {
    const project = pick(
      projects.filter((id) => !archived.has(id)),
      place,
    )
    if (project === undefined || isStopped) return undefined
    count += 1
    const web = { name: 'web', image: 'longshore/hello:1', ...size, ports: [port], stopGraceMs: 0, ...more }
    const input = { organizationId, projectId: project, name: `Ship ${count}`, region: 'us-west' }
    const configuration = { services: [web] } as InputOf<'createInstance'>['configuration']
    const { _id: id } = (await call('createInstance', { ...input, configuration })).instance
    await harness.inState(id, 'Active', SETTLES_MS)
    ships.set(id, { project, isActive: true, isDedicated })
    setActive(id, true)
    return id
  }

  const volumesIn = async (id: ProjectId) =>
    (await call('readProjectVolumes', { id })).volumes.filter(({ state }) => state !== 'Deleting')
  const allVolumes = async () => (await Promise.all(projects.map(volumesIn))).flat()
  const addressesIn = async (id: ProjectId) => (await call('readProjectAddresses', { id })).addresses
  const staticAddresses = async () =>
    (await Promise.all(projects.map(addressesIn))).flat().filter(({ type }) => type === 'static')
  const snapshotsOf = async () =>
    (
      await Promise.all(
        projects.map(async (id) =>
          (
            await call('readSnapshots', { id })
          ).snapshots
            .filter(({ state }) => state === 'Available')
            .map((snapshot) => ({ ...snapshot, project: id })),
        ),
      )
    ).flat()

  const perform: Record<string, (place: number) => Promise<void>> = {
    deploy: async (place) => void (await deploy(place, {})),

    async 'deploy with a volume'(place) {
      const volume = { name: `data-${count}`, class: 'beta2', sizeBytes: GIB, mountPath: '/data' }
      const id = await deploy(place, { volumes: [volume] })
      if (!id) return
      const found = (await allVolumes()).find(({ name }) => name === volume.name)
      const project = ships.get(id)?.project as ProjectId
      billed.set(`volume ${found?._id}`, { subject: 'volume', project, price: await volumePrice(GIB) })
    },

    'deploy on a dedicated address': async (place) => void (await deploy(place, { ipLease: 'dedicated-ip' }, true)),

    async 'deploy on a static address'(place) {
      const name = `door-${count}`
      const id = await deploy(place, { ipLease: 'static', staticAddress: name })
      if (!id) return
      const found = (await staticAddresses()).find((address) => address.name === name)
      const project = ships.get(id)?.project as ProjectId
      billed.set(`address ${found?._id}`, { subject: 'address', project, price: addressPrice })
    },

    async close(place) {
      const [id] =
        pick(
          shipsThat(({ isActive }) => isActive),
          place,
        ) ?? []
      if (!id) return
      await call('closeInstance', { id, organizationId })
      await harness.inState(id, 'Closed', SETTLES_MS)
      setActive(id, false)
    },

    async restart(place) {
      const [id] = pick(shipsThat(isOpen), place) ?? []
      if (!id || isStopped) return
      const { deployments } = (await call('restartInstance', { id })).instance
      await serving(id, deployments[0]?.number)
      setActive(id, true)
    },

    async delete(place) {
      const [id] =
        pick(
          shipsThat(() => true),
          place,
        ) ?? []
      if (!id) return
      await call('deleteInstance', { id })
      await harness.waitUntilDeleted(id)
      setActive(id, false)
      ships.delete(id)
      stopped.delete(id)
    },

    async move(place) {
      const [id, ship] = pick(shipsThat(isOpen), place) ?? []
      const target = projects.find((project) => project !== ship?.project)
      if (!id || !ship || !target || archived.has(target)) return
      const volumes = (await allVolumes()).filter(({ attachment }) => attachment?.instanceId === id)
      const addresses = (await staticAddresses()).filter(({ attachment }) => attachment?.instanceId === id)
      await call('moveInstance', { id, projectId: target })
      ship.project = target
      if (ship.isActive) setActive(id, true)
      for (const [subject, items] of [
        ['volume', volumes],
        ['address', addresses],
      ] as const)
        for (const { _id } of items) {
          const row = billed.get(`${subject} ${_id}`)
          if (row) row.project = target
        }
    },

    async 'resize a volume'(place) {
      const volume = pick(await allVolumes(), place)
      const row = billed.get(`volume ${volume?._id}`)
      if (!volume || !row || !isOpen(row)) return
      const sizeBytes = volume.sizeBytes + GIB
      await call('resizeVolume', { id: volume._id, sizeBytes })
      row.price = await volumePrice(sizeBytes)
    },

    async 'delete a volume'(place) {
      const volume = pick(
        (await allVolumes()).filter(({ attachment }) => attachment === null),
        place,
      )
      if (!volume) return
      await call('deleteVolume', { id: volume._id })
      billed.delete(`volume ${volume._id}`)
    },

    async 'take a snapshot'(place) {
      const volume = pick(
        (await allVolumes()).filter(({ state }) => state === 'Available'),
        place,
      )
      const project = billed.get(`volume ${volume?._id}`)?.project
      if (!volume || !project || archived.has(project)) return
      const { snapshot } = await call('createSnapshot', { id: volume._id, name: 'Before' })
      const taken = await until(async () => {
        const found = (await snapshotsOf()).find(({ _id }) => _id === snapshot._id)
        return found?.state === 'Available' && found
      }, SETTLES_MS)
      billed.set(`snapshot ${taken._id}`, { subject: 'snapshot', project, price: taken.dailyPriceMicros })
    },

    async 'delete a snapshot'(place) {
      const snapshot = pick(await snapshotsOf(), place)
      if (!snapshot) return
      await call('deleteSnapshot', { id: snapshot.project, snapshotId: snapshot._id })
      billed.delete(`snapshot ${snapshot._id}`)
    },

    async 'lease an address'(place) {
      const id = pick(
        projects.filter((project) => !archived.has(project)),
        place,
      )
      if (!id || isStopped) return
      count += 1
      const { address } = await call('leaseAddress', { id, name: `berth-${count}`, region: 'us-west' })
      billed.set(`address ${address._id}`, { subject: 'address', project: id, price: addressPrice })
    },

    async 'release an address'(place) {
      const address = pick(
        (await staticAddresses()).filter(({ attachment }) => attachment === null),
        place,
      )
      if (!address) return
      await call('releaseAddress', { id: address._id })
      billed.delete(`address ${address._id}`)
    },

    async 'archive or restore a project'(place) {
      const id = pick(projects, place) as ProjectId
      if (shipsThat(({ project, isActive }) => project === id && isActive).length > 0) return
      // What a stop has closed is started again by the end of the stop.
      if (shipsThat(({ project }) => project === id).some(([ship]) => stopped.has(ship))) return
      await call('setProjectState', { id, state: archived.has(id) ? 'MAINTAINED' : 'ARCHIVED' })
      if (!archived.delete(id)) archived.add(id)
    },

    async 'stop for funds or resume'() {
      isStopped = !isStopped
      if (isStopped) {
        await stopForFunds(harness.store.db, organizationId)
        for (const [id] of shipsThat(({ isActive }) => isActive)) {
          await harness.inState(id, 'Closed', SETTLES_MS)
          setActive(id, false)
          stopped.add(id)
        }
        return
      }
      await resume(harness.store.db, organizationId)
      for (const id of stopped) {
        await harness.inState(id, 'Active', SETTLES_MS)
        setActive(id, true)
      }
      stopped.clear()
    },
  }

  /** Resolves when a deployment serves, and all replicas of earlier ones are gone. */
  const serving = (id: InstanceId, number: number | undefined) =>
    until(async () => {
      const { state, deployments } = await harness.instance(id)
      return state === 'Active' && deployments[0]?.number === number && deployments[0]?.status === 'Deployed'
    }, SETTLES_MS)

  const dailyMicros = (id: ProjectId) =>
    [...billed.values()].reduce((sum, { project, price }) => sum + (project === id ? price : 0), 0)

  return {
    projects,
    perform: (action: string, place: number) => perform[action]?.(place) ?? Promise.reject(new Error(action)),
    pass(days: number) {
      for (const id of projects) used.set(id, (used.get(id) ?? 0) + days * dailyMicros(id))
      highest = Math.max(
        highest,
        projects.reduce((sum, id) => sum + dailyMicros(id), 0),
      )
    },
    lines: () => [...billed.values()].map(({ subject, project, price }) => `${subject} ${project} ${price}`).toSorted(),
    dailyMicros,
    usedMicros: (id: ProjectId) => used.get(id) ?? 0,
    highestDailyMicros: () => highest,
    /** Ends what is left, so that the next run begins with nothing. */
    async end() {
      if (isStopped) await perform['stop for funds or resume']?.(0)
      while (ships.size > 0) await perform.delete?.(0)
      for (const [place, id] of projects.entries())
        if (archived.has(id)) await perform['archive or restore a project']?.(place)
      while ((await snapshotsOf()).length > 0) await perform['delete a snapshot']?.(0)
      while ((await allVolumes()).length > 0) await perform['delete a volume']?.(0)
      while ((await staticAddresses()).length > 0) await perform['release an address']?.(0)
    },
  }
}
