#include "clients/cli/completion_scripts.h"

namespace widthlab::cli {

// COMP_LINE is cut at blanks by hand, because COMP_WORDS is cut at '=' and ':' too; what bash
// inserts goes behind the last such cut.
std::string_view BashCompletion() {
  return R"sh(# Completion of widthctl for bash: source <(widthctl completion bash)
_widthctl() {
  local -a typed
  local line=${COMP_LINE:0:COMP_POINT} last kept= text help mark IFS=$' \t\n'
  read -ra typed <<<"$line"
  case $line in *[[:space:]]) typed+=("") ;; esac
  last=${typed[${#typed[@]}-1]}
  for mark in '=' ':'; do
    case $COMP_WORDBREAKS in *"$mark"*) ;; *) continue ;; esac
    case $last in *"$mark"*)
      text=${last%"${last##*"$mark"}"}
      [ ${#text} -gt ${#kept} ] && kept=$text ;;
    esac
  done
  COMPREPLY=()
  while IFS=$'\t' read -r text help; do
    if [ "$text" = :files ]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r text; do COMPREPLY+=("$text"); done \
        < <(compgen -f -- "${last#"$kept"}")
    else
      case $text in *=) compopt -o nospace 2>/dev/null ;; esac
      COMPREPLY+=("${text#"$kept"}")
    fi
  done < <("${COMP_WORDS[0]/#\~/$HOME}" complete -- "${typed[@]:1}" 2>/dev/null)
}
complete -F _widthctl widthctl
)sh";
}

std::string_view ZshCompletion() {
  return R"sh(#compdef widthctl
# Completion of widthctl for zsh: source <(widthctl completion zsh), after compinit; or save it as
# _widthctl in a folder of $fpath.
_widthctl() {
  local line text help
  local -a typed whole open
  typed=("${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}")
  for line in "${(@f)$("${(Q)words[1]}" complete -- "${typed[@]}" 2>/dev/null)}"; do
    text=${line%%$'\t'*}
    help=${line#*$'\t'}
    if [[ $text == :files ]]; then
      compset -P '--*='
      _files
    elif [[ $text == *= ]]; then
      open+=("${text//:/\\:}:$help")
    elif [[ -n $text ]]; then
      whole+=("${text//:/\\:}:$help")
    fi
  done
  (( $#whole )) && _describe -t values widthctl whole
  (( $#open )) && _describe -t keys widthctl open -S ''
}
if [[ ${funcstack[1]} == _widthctl ]]; then
  _widthctl "$@"
else
  compdef _widthctl widthctl
fi
)sh";
}

std::string_view FishCompletion() {
  return R"sh(# Completion of widthctl for fish: widthctl completion fish | source
function __widthctl_complete
    set -l typed (commandline -opc)
    set -l last (commandline -ct)
    test -n "$last"; or set last ""
    for line in ($typed[1] complete -- $typed[2..-1] $last 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path $last
        else
            echo $line
        end
    end
end
complete -c widthctl -f -a '(__widthctl_complete)'
)sh";
}

}  // namespace widthlab::cli
