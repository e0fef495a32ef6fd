import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { USER } from './machine.js';
/** @import { Machine, Places } from './machine.js' */

/**
 * The settings of a new blog.
 * @param {Places} places
 * @param {string} domain  '' for a blog that only this machine reaches
 */
export const settingsText = ({ data }, domain) =>
  `# The settings of Larder; “larder config” shows all. After a change: systemctl restart larder
STORE_URL=sqlite:${data}/larder.db
${domain ? `DOMAIN=${domain}` : '# DOMAIN=blog.example.org'}
`;

/**
 * docs/larder.service, with this machine's Node.js.
 * @param {Machine} machine
 * @param {string} folder  of a Larder
 */
export const unitText = ({ node }, folder) =>
  readFileSync(join(folder, 'docs/larder.service'), 'utf8').replaceAll('/usr/bin/node', node);

/**
 * A command for the shell, which runs as the blog's user, with its settings and in the folder where the service runs:
 * a user's own may be closed to it, and names in the settings begin there. What changes the system runs as root.
 * @param {Machine} machine
 * @param {Places} places
 */
export const commandText = ({ node }, { app, data, settings }) => `#!/bin/sh
# Runs a command of the installed Larder, as its user, with its settings and in its folder.
case "$1" in install | update | uninstall) exec ${node} ${app} "$@" ;; esac
if [ -t 0 ] && [ -t 1 ]; then streams=--pty; else streams=--pipe; fi
exec systemd-run --quiet --collect --wait $streams --working-directory=${data} --uid=${USER} --gid=${USER} \\
  --property=EnvironmentFile=${settings} ${node} ${app} "$@"
`;
