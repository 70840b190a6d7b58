// SPDX-License-Identifier: Apache-2.0
// Each script passes the words of the line to `kubectl-c5c3 __complete` and hands the result to its shell: per line a
// word, a tab and its meaning, then ":" and a directive (0: offer files, 4: do not, 6: no space after the word either).

const bash = `# bash completion for kubectl-c5c3
_kubectl_c5c3() {
  local line=\${COMP_LINE:0:COMP_POINT} cur=\${COMP_WORDS[COMP_CWORD]} words out word prefix
  COMPREPLY=()
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  [[ $cur == [=:] ]] && cur=""
  prefix=\${words[\${#words[@]}-1]}
  prefix=\${prefix%"$cur"}
  out=$("\${words[0]}" __complete "\${words[@]:1}" 2>/dev/null) || return
  while IFS= read -r word; do
    word=\${word%%$'\\t'*}
    case $word in
      :0) compopt -o default 2>/dev/null ;;
      :6) compopt -o nospace 2>/dev/null ;;
      :*) ;;
      *) COMPREPLY+=("\${word#"$prefix"}") ;;
    esac
  done <<<"$out"
}
complete -F _kubectl_c5c3 kubectl-c5c3
`

const zsh = `#compdef kubectl-c5c3
_kubectl-c5c3() {
  local line word out
  local -a plain joined
  out=$("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null) || return
  [[ $words[CURRENT] == --*=* ]] && compset -P '--*='
  while IFS= read -r line; do
    word=\${line%%$'\\t'*}
    case $line in
      :0) _files ;;
      :*) ;;
      *=) joined+=("$word") ;;
      *$'\\t'*) plain+=("\${word//:/\\\\:}:\${line#*$'\\t'}") ;;
      *) plain+=("\${word//:/\\\\:}") ;;
    esac
  done <<<"$out"
  (( $#joined )) && compadd -S '' -- $joined
  (( $#plain )) && _describe 'kubectl-c5c3' plain
}
if [[ $funcstack[1] == _kubectl-c5c3 ]]; then _kubectl-c5c3 "$@"; else compdef _kubectl-c5c3 kubectl-c5c3; fi
`

const fish = `# fish completion for kubectl-c5c3
function __kubectl_c5c3
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l prefix (string match -r -- '^--[\\w-]+=' $current)
    for line in ($words[1] __complete $words[2..] "$current" 2>/dev/null)
        switch $line
            case ':0'
                __fish_complete_path "$current"
            case ':*'
            case '*'
                echo "$prefix$line"
        end
    end
end
complete -c kubectl-c5c3 -f -a '(__kubectl_c5c3)'
`

const powershell = `# PowerShell completion for kubectl-c5c3
Register-ArgumentCompleter -Native -CommandName 'kubectl-c5c3', 'kubectl-c5c3.exe' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -le $cursorPosition } | ForEach-Object { "$_" })
    $before = @($words | Select-Object -Skip 1)
    if ($wordToComplete -ne '' -and $before.Count -gt 0) { $before = @($before | Select-Object -SkipLast 1) }
    $prefix = if ($wordToComplete -match '^--[\\w-]+=') { $Matches[0] } else { '' }
    # until 7.3, and in its legacy mode, PowerShell loses a word that is empty
    $current = $wordToComplete
    $loses = $PSVersionTable.PSVersion -lt [version]'7.3' -or "$PSNativeCommandArgumentPassing" -eq 'Legacy'
    if ($current -eq '' -and $loses) { $current = '""' }
    & $words[0] __complete @before $current 2>$null | Where-Object { $_ -notmatch '^:\\d+$' } | ForEach-Object {
        $word, $about = $_ -split "\`t", 2
        if (-not $about) { $about = $word }
        [System.Management.Automation.CompletionResult]::new("$prefix$word", $word, 'ParameterValue', $about)
    }
}
`

/** Completion scripts by shell. */
export const SCRIPTS: Readonly<Record<string, string>> = { bash, zsh, fish, powershell }
