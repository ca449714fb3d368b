import { startDocker } from './docker-harness.ts'
import { engineSuite } from './suite.ts'

engineSuite(startDocker)
