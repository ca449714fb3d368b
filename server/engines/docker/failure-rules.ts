import type { EngineFailureCode } from '../engine.ts'
import { registryUnreachableMessage } from '../registry-unreachable-message.ts'

/** What the failed call was about, for the message. */
export interface FailureSubject {
  id?: string
  image?: string
  command?: string[] | undefined
  withCredentials?: boolean
}

type Rule = [pattern: RegExp, code: EngineFailureCode, message: (subject: FailureSubject, detail: string) => string]

const image = (subject: FailureSubject) => subject.image ?? 'the image'
export const missingImage = (subject: FailureSubject) =>
  `The image ${image(subject)} does not exist or is private. Check its name and tag, or add credentials for its registry.`
const denied = (subject: FailureSubject) =>
  subject.withCredentials
    ? `The registry rejected the credentials for ${image(subject)}. Check the username, the password and that the user can read the image.`
    : `The registry requires credentials for ${image(subject)}. Add a username and password for it.`
export const unreachableRegistry = (subject: FailureSubject) => registryUnreachableMessage(image(subject))
const noCommand = (subject: FailureSubject) =>
  subject.command?.[0]
    ? `The command ${subject.command[0]} was not found or cannot run in the image. Check its spelling and that the image contains it.`
    : `The start command of the image ${image(subject)} was not found or cannot run. Choose another command or image.`

/** The first rule whose pattern matches the engine's message applies, so specific rules come first. */
export const failureRules: readonly Rule[] = [
  [
    /no available ipv?4? ?addresses|no free addresses|failed to find free ip/i,
    'subnetsExhausted',
    () => 'The network is full: it has no free address. Create a larger one, or connect fewer workloads to it.',
  ],
  [
    /network \S+ not found|unable to find network/i,
    'networkNotFound',
    () => 'A network of the workload no longer exists. Create it again, then try again.',
  ],
  [
    /volume is in use|volume .*being used/i,
    'volumeInUse',
    () => 'The volume is mounted in a workload. Remove the workload first.',
  ],
  [
    /unable to find (user|group)|no matching entries in (passwd|group) file/i,
    'invalidSpec',
    () => 'user: The image has no such user or group. Check its spelling, or use numbers.',
  ],
  [
    /no space left on device|disk quota exceeded/i,
    'diskFull',
    () => 'The disk of the container engine is full. Free some space (docker system prune), then try again.',
  ],
  [
    /toomanyrequests|rate limit/i,
    'registryDenied',
    (subject) =>
      `The registry limits how often ${image(subject)} can be pulled. Add credentials for the registry, or try again later.`,
  ],
  [
    /no basic auth credentials|unauthorized|authentication required|incorrect username or password|403 forbidden|denied: requested access/i,
    'registryDenied',
    denied,
  ],
  [
    /manifest unknown|name unknown|pull access denied|repository .* not found|no such image|image not known|not found: does not exist|manifest .* not found/i,
    'imageNotFound',
    missingImage,
  ],
  [
    /no matching manifest|image operating system|exec format error/i,
    'imageUnsupported',
    (subject) =>
      `The image ${image(subject)} is not built for this machine's processor or operating system. Choose a tag that is.`,
  ],
  [
    /dial tcp|no such host|i\/o timeout|tls handshake|x509:|server gave http response|connection refused|awaiting headers|pinging container registry/i,
    'registryUnreachable',
    unreachableRegistry,
  ],
  [
    /port is already allocated|address already in use|ports are not available/i,
    'portTaken',
    () => 'A requested port is in use by another program. Free it, or choose another port.',
  ],
  [
    /invalid reference format|invalid tag|must be lowercase/i,
    'invalidSpec',
    (subject) => `${image(subject)} is not a valid image name. Write it as repository:tag in lowercase.`,
  ],
  [
    /no command specified/i,
    'invalidSpec',
    (subject) => `The image ${image(subject)} has no default command. Enter a command to run.`,
  ],
  [
    /range of cpus|minimum memory limit|invalid value for/i,
    'invalidSpec',
    (_, detail) => `This machine cannot provide the resources of the plan: ${detail}. Choose another plan.`,
  ],
  [
    /executable file .*not found|exec: ".*|exec:? .*(no such file|permission denied)|starting container process caused/i,
    'commandNotFound',
    noCommand,
  ],
  [
    /no such container|no container with/i,
    'workloadNotFound',
    () => 'This workload no longer exists. Deploy it again.',
  ],
  [
    /is not running|can only create exec sessions on running|container state improper/i,
    'workloadNotRunning',
    () => 'The workload is not running. Start it first.',
  ],
]
