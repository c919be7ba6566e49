import type { Scene } from '../stage.ts';

export const supportScenes: Scene[] = [
  { name: 'support', as: 'support', at: '/support', shows: 'Not confirmed yet' },
  {
    name: 'support-quiet',
    as: 'support',
    world: 'fresh',
    at: '/support',
    shows: 'None. Every sending has a known outcome.',
  },
  { name: 'support-waiting', as: 'support', world: 'stuck', at: '/support', shows: 'Needs you' },
  { name: 'support-transfer', as: 'support', at: '/support?q=:executed', shows: /Mamá Bogotá/ },
  { name: 'support-several', as: 'support', at: '/support?q=bogota', shows: 'Not confirmed yet' },
  {
    name: 'support-nothing',
    as: 'support',
    at: '/support?q=999999',
    shows: 'There is no transfer {id}',
  },
];
