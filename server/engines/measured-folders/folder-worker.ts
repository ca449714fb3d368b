import { parentPort, workerData } from 'node:worker_threads'
import { folderBytes } from './folder-bytes.ts'

/** Measures the folders one after another and posts each result. */
const { folders } = workerData as { folders: string[] } // Set by `measureFolders`.
for (const folder of folders) parentPort?.postMessage([folder, folderBytes(folder)])
