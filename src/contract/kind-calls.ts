import { instanceCalls } from './calls/instance-calls.ts'
import { projectCalls } from './calls/project-calls.ts'
import { savedViewCalls } from './calls/saved-view-calls.ts'

/** The calls of every kind of resource. Its events are apart, because a browser loads them first. */
export const kindCalls = { ...projectCalls, ...instanceCalls, ...savedViewCalls }
