import type { Resources } from '../contract/wire/catalogue.ts'

const total = (storage: Resources['storage'], storageClass: string): number =>
  storage.filter((item) => item.class === storageClass).reduce((sum, item) => sum + item.size, 0)

/** Whether an offer covers the requested cpu, memory, ephemeral storage, gpu and each storage class. */
export const fits = (requested: Resources, offered: Resources): boolean =>
  offered.cpu >= requested.cpu &&
  offered.memory >= requested.memory &&
  offered.storageEphemeral >= requested.storageEphemeral &&
  offered.gpu >= requested.gpu &&
  (['beta1', 'beta2', 'beta3'] as const).every(
    (storageClass) => total(offered.storage, storageClass) >= total(requested.storage, storageClass),
  )

/** The same for every plan: other storage helps, a smaller plan does not. */
export const storageObstacle = ({ title }: { title: string }): string =>
  `The persistent storage is not available in ${title}`
